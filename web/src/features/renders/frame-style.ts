import type { CSSProperties } from 'react'

/** The frame has the aspect ratio of the picture and is as wide as possible, but at most 60% as high as the window. */
export function frameStyle({ width, height }: { width: number; height: number }): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(60 * width) / height}vh)` }
}
