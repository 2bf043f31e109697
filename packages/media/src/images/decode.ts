import sharp, { type Metadata, type Sharp } from 'sharp'
import { InputFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images/images'
import { MAX_IMAGE_FRAMES, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE_PX } from '@toile/contracts/images/images.constants'

// With more threads, libvips would take every core of the worker. A child opens one picture, so a cache is useless.
sharp.concurrency(1)
sharp.cache(false)
// Only the formats of identifyImage() are allowed, because others, such as SVG, may fetch or expand data.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}`) })

export interface Upright {
  /** The first frame, turned by its EXIF orientation and by the crop's quarter turns, and then cropped. */
  pixels: Sharp
  width: number
  height: number
  hasAlpha: boolean
}

export async function openImage(bytes: Buffer, crop: Crop | null): Promise<Upright> {
  const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata().catch(damaged)
  guard(header)
  const turns = (crop?.rotate ?? 0) % 4
  const sideways = (header.orientation ?? 1) >= 5 !== (turns % 2 !== 0)
  const { hasAlpha } = header
  const [width, height] = sideways ? [header.height, header.width] : [header.width, header.height]
  let pixels = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error', pages: 1 }).autoOrient()
  if (turns !== 0) pixels = pixels.rotate(turns * 90)
  if (!crop) return { pixels, width, height, hasAlpha }
  if (crop.x + crop.width > width || crop.y + crop.height > height)
    throw new InputFailure('IMAGE_CROP_OUTSIDE', { width, height })
  pixels = pixels.extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height })
  return { pixels, width: crop.width, height: crop.height, hasAlpha }
}

function guard({ width, height, pages = 1 }: Metadata): void {
  if (width > MAX_IMAGE_SIDE_PX || height > MAX_IMAGE_SIDE_PX)
    throw new InputFailure('IMAGE_SIDE_TOO_LONG', { width, height, limitPx: MAX_IMAGE_SIDE_PX })
  if (width * height > MAX_IMAGE_PIXELS)
    throw new InputFailure('IMAGE_TOO_MANY_PIXELS', { width, height, limitMegapixels: MAX_IMAGE_PIXELS / 1e6 })
  if (pages > MAX_IMAGE_FRAMES)
    throw new InputFailure('IMAGE_TOO_MANY_FRAMES', { frames: pages, limit: MAX_IMAGE_FRAMES })
}

/** A decoder's errors come from untrusted bytes, so the input is at fault and not the server. */
export function damaged(): never {
  throw new InputFailure('IMAGE_DAMAGED')
}
