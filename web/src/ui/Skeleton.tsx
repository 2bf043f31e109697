import './skeleton.css'

/** Sized by `ratio` (width / height), or by `height` in pixels. */
export function Skeleton({ ratio, height, width }: { ratio?: number; height?: number; width?: string }) {
  return <span className="skeleton" style={{ aspectRatio: ratio, height, width }} aria-hidden="true" />
}
