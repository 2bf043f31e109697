import sharp, { type Region } from 'sharp'

export async function pixelsOf(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Differences of two pictures of the same size. `mean` and `largest` are levels (0 to 255) of alpha, and of colours
 * multiplied by alpha. `over2` is the share of pixels in which a channel differs by more than 2 levels.
 */
export async function apart(one: Buffer, other: Buffer): Promise<{ mean: number; largest: number; over2: number }> {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)]
  if (a.width !== b.width || a.height !== b.height) throw new Error('pictures of different sizes')
  const level = ({ data }: typeof a, pixel: number, channel: number) =>
    channel === 3 ? data[pixel + 3]! : (data[pixel + channel]! * data[pixel + 3]!) / 255
  let [sum, largest, over] = [0, 0, 0]
  for (let pixel = 0; pixel < a.data.length; pixel += 4) {
    const differences = [0, 1, 2, 3].map((channel) => Math.abs(level(a, pixel, channel) - level(b, pixel, channel)))
    const most = Math.max(...differences)
    sum += differences.reduce((total, each) => total + each, 0)
    largest = Math.max(largest, most)
    if (most > 2) over++
  }
  return { mean: sum / a.data.length, largest, over2: over / (a.width * a.height) }
}

/** Largest difference of grey (0 to 255) between a pixel and the pixel below it. */
export async function steepest(png: Buffer, part: Region): Promise<number> {
  const grey = await sharp(png).extract(part).greyscale().raw().toBuffer()
  let most = 0
  for (let i = part.width; i < grey.length; i++)
    most = Math.max(most, Math.abs((grey[i] as number) - (grey[i - part.width] as number)))
  return most
}
