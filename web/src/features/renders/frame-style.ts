import type { CSSProperties } from 'react'

/** The box of a picture: its shape, as wide as there is room, but never higher than most of the window. */
export function frameStyle({ width, height }: { width: number; height: number }): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(60 * width) / height}vh)` }
}
