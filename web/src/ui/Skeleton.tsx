import './skeleton.css'

/** A quiet block of the size of what is coming. `ratio` is width / height; else `height` in pixels. */
export function Skeleton({ ratio, height, width }: { ratio?: number; height?: number; width?: string }) {
  return <span className="skeleton" style={{ aspectRatio: ratio, height, width }} aria-hidden="true" />
}
