import { imageSizes, type ImagePurpose } from '@toile/contracts/images/images.constants'

/** A size in px. `cover` scales and crops to exactly this size. `inside` only scales down, to at most this size. */
export interface Rendition {
  name: string
  width: number
  height: number
  fit: 'cover' | 'inside'
  /** Whether this size is left out if the source is too small for it, because enlarging would only cost bytes. */
  optional: boolean
}

type Size = { width: number; height: number }

const times = (scale: 1 | 2, { width, height }: Size, optional = false): Rendition => ({
  name: `${scale}x`,
  width: width * scale,
  height: height * scale,
  fit: 'cover',
  optional,
})
const square = (side: number): Rendition => ({ ...times(1, { width: side, height: side }), name: String(side) })
const inside = (scale: 1 | 2, side: number, optional: boolean): Rendition => ({
  ...times(scale, { width: side, height: side }, optional),
  fit: 'inside',
})

/** The sizes of each purpose in ascending order. The smallest size defines the picture's width and height. */
const renditions: Record<ImagePurpose, readonly Rendition[]> = {
  cover: [times(1, imageSizes.cover), times(2, imageSizes.cover)],
  banner: [times(1, imageSizes.banner), times(2, imageSizes.banner, true)],
  detail: [times(1, imageSizes.detail), times(2, imageSizes.detail, true)],
  avatar: [square(96), square(192), square(512)],
  inline: [inside(1, 1_000, false), inside(2, 1_000, true)],
}

export function renditionsFor(purpose: ImagePurpose, source: Size): Rendition[] {
  return renditions[purpose].filter(({ optional, fit, width, height }) => {
    if (!optional) return true
    // If the source fits into the next smaller size, both sizes would be equal, because neither enlarges the source.
    if (fit === 'inside') return Math.max(source.width, source.height) > width / 2
    return source.width >= width && source.height >= height
  })
}
