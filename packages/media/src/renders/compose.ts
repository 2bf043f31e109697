import sharp from 'sharp'
import type { Tile } from '@toile/contracts/looks.constants'

/** A picture of some of the samples of one drawing. */
export interface SampleRange {
  path: string
  /** How many there are in it: its weight. */
  samples: number
}

const CHANNELS = 4

/** sRGB to linear light (IEC 61966-2-1), 0 to 1, for each of the 256 values. */
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const v = value / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
})

/** Linear light, 0 to 1, to the nearest of the 256 values of sRGB. */
function encoded(light: number): number {
  const v = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, v)) * 255)
}

/**
 * The mean of pictures of the same size, each weighted by its samples, as PNG: summed in linear light and weighted by
 * opacity, as light adds up. One alone is given as it is.
 */
export async function averagePngs(ranges: readonly SampleRange[]): Promise<Buffer> {
  const [first] = ranges
  if (!first) throw new RangeError('no picture to average')
  if (ranges.length === 1) return sharp(first.path).png({ compressionLevel: 6 }).toBuffer()
  const samples = ranges.reduce((sum, range) => sum + range.samples, 0)
  let sums: Float32Array | undefined
  let size = { width: 0, height: 0 }
  for (const { path, samples: weight } of ranges) {
    const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    sums ??= new Float32Array(data.length)
    size = { width: info.width, height: info.height }
    if (data.length !== sums.length) throw new RangeError('the pictures differ in size')
    for (let i = 0; i < data.length; i += CHANNELS) {
      const alpha = (data[i + 3]! / 255) * (weight / samples)
      for (let channel = 0; channel < 3; channel++) sums[i + channel]! += linear[data[i + channel]!]! * alpha
      sums[i + 3]! += alpha
    }
  }
  const mean = Buffer.alloc(sums!.length)
  for (let i = 0; i < mean.length; i += CHANNELS) {
    const alpha = sums![i + 3]!
    if (alpha > 0) for (let channel = 0; channel < 3; channel++) mean[i + channel] = encoded(sums![i + channel]! / alpha)
    mean[i + 3] = Math.round(Math.min(1, alpha) * 255)
  }
  return sharp(mean, { raw: { ...size, channels: CHANNELS } }).png({ compressionLevel: 6 }).toBuffer()
}

/** One picture of `width` by `height` px out of tiles that cover it, as PNG. */
export function joinTiles(
  width: number,
  height: number,
  tiles: readonly { tile: Tile; png: Buffer }[],
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: CHANNELS, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(tiles.map(({ tile, png }) => ({ input: png, left: tile.x, top: tile.y })))
    .png({ compressionLevel: 6 })
    .toBuffer()
}
