import sharp from 'sharp'

// One picture at a time: libvips' threads would take every core of the worker.
sharp.concurrency(1)

/**
 * A picture cut to `width` x `height` px (the middle is kept) as WebP, without EXIF or other metadata.
 * @throws Error for bytes that are no picture or hold more than 50 M pixels.
 */
export async function encodeWebp(
  picture: Buffer,
  { width, height }: { width: number; height: number },
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(picture, { limitInputPixels: 50_000_000 })
    .resize({ width, height, fit: 'cover' })
    .webp({ quality: 86 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
