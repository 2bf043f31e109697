import sharp from 'sharp'
import type { Tile } from '@toile/contracts/models/appearance.constants'
import { decoded, encoded } from '../srgb.js'

export interface SampleRange {
  png: Buffer
  samples: number
}

export interface TilePicture {
  tile: Tile
  png: Buffer
}

interface Raw {
  data: Buffer
  width: number
  height: number
}

const toLight = Float64Array.from({ length: 256 }, (_, step) => decoded(step / 255))

/** Size of the table from linear light to sRGB. One step of light is at most 0.05 of an 8-bit sRGB step, near black. */
const LIGHT_STEPS = 65_535
const toStep = Uint8Array.from({ length: LIGHT_STEPS + 1 }, (_, i) => Math.round(255 * encoded(i / LIGHT_STEPS)))

/**
 * Averages pictures in linear light, weighted by samples. A single render with all samples together would differ by at
 * most one sRGB step. Averaging takes about 0.1 s per megapixel and range.
 * @returns a PNG with alpha, or the unchanged picture of a single range
 * @throws RangeError without ranges or samples, or for pictures of different sizes
 */
export async function averageSamples(ranges: readonly SampleRange[]): Promise<Buffer> {
  const [first, ...others] = ranges
  if (!first) throw new RangeError('no picture to average')
  const total = ranges.reduce((sum, { samples }) => sum + samples, 0)
  if (ranges.some(({ samples }) => !(samples > 0))) throw new RangeError('a range of no samples')
  if (others.length === 0) return first.png
  const { data, width, height } = await pixelsOf(first.png)
  const sum = new Float32Array(data.length)
  addTo(sum, data, first.samples / total)
  // Decodes the pictures one at a time to save memory.
  for (const { png, samples } of others) {
    const next = await pixelsOf(png)
    if (next.width !== width || next.height !== height) throw new RangeError('pictures of different sizes')
    addTo(sum, next.data, samples / total)
  }
  for (let i = 0; i < data.length; i += 4) {
    const alpha = sum[i + 3]!
    for (let c = i; c < i + 3; c++) data[c] = alpha > 0 ? toStep[Math.round((sum[c]! / alpha) * LIGHT_STEPS)]! : 0
    data[i + 3] = Math.round(alpha * 255)
  }
  return encode({ data, width, height })
}

function addTo(sum: Float32Array, data: Buffer, weight: number): void {
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3]! / 255) * weight
    for (let c = i; c < i + 3; c++) sum[c]! += toLight[data[c]!]! * alpha
    sum[i + 3]! += alpha
  }
}

/** @throws RangeError when a tile lies outside the picture or has a wrong size, or when the tiles do not cover it */
export async function joinTiles(width: number, height: number, tiles: readonly TilePicture[]): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 4)
  // Only the areas are compared. An overlap and a gap of the same size would pass, but planned tiles have neither.
  if (tiles.reduce((sum, { tile }) => sum + tile.width * tile.height, 0) !== width * height)
    throw new RangeError('the tiles do not cover the picture')
  for (const { tile, png } of tiles) {
    if (tile.x < 0 || tile.y < 0 || tile.x + tile.width > width || tile.y + tile.height > height)
      throw new RangeError('a tile outside the picture')
    const part = await pixelsOf(png)
    if (part.width !== tile.width || part.height !== tile.height) throw new RangeError('a tile of another size')
    for (let row = 0; row < tile.height; row++)
      part.data.copy(data, ((tile.y + row) * width + tile.x) * 4, row * tile.width * 4, (row + 1) * tile.width * 4)
  }
  return encode({ data, width, height })
}

async function pixelsOf(png: Buffer): Promise<Raw> {
  const { data, info } = await sharp(png).ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function encode({ data, width, height }: Raw): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}
