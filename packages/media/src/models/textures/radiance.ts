// Radiance pictures (.hdr): linear light with a shared exponent (Ward, "Real Pixels", Graphics Gems II).

import { encoded } from '../../srgb.js'

const MAX_HEAD_BYTES = 4_096
/** Accepts only rows from top to bottom and pixels from left to right, the order that nearly all programs write. */
const SIZE_LINE = /\n\r?\n-Y +(\d{1,6}) +\+X +(\d{1,6})\r?\n/
/** Widths that allow run-length encoding by plane. */
const [MIN_PACKED_PX, MAX_PACKED_PX] = [8, 0x7fff]
const LEVELS = 4_095

const byLight = Uint8Array.from({ length: LEVELS + 1 }, (_, level) => Math.round(255 * encoded(level / LEVELS)))

export interface RadianceHead {
  width: number
  height: number
  body: number
}

/** Returns undefined for XYZ colours, another order of pixels, or no size line in the first 4,096 bytes. */
export function headOfRadiance(bytes: Uint8Array): RadianceHead | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_HEAD_BYTES)).toString('latin1')
  const found = SIZE_LINE.exec(head)
  if (!found || head.slice(0, found.index).includes('FORMAT=32-bit_rle_xyze')) return undefined
  return { width: Number(found[2]), height: Number(found[1]), body: found.index + found[0].length }
}

/** Decodes to sRGB and clips light above white. The result is undefined for a picture that is cut off or damaged. */
export function pixelsOfRadiance(bytes: Uint8Array, { width, height, body }: RadianceHead): Uint8Array | undefined {
  const pixels = new Uint8Array(width * height * 3)
  const row = new Uint8Array(width * 4)
  let at = body
  for (let y = 0; y < height; y++) {
    const isPacked = bytes[at] === 2 && bytes[at + 1] === 2 && ((bytes[at + 2]! << 8) | bytes[at + 3]!) === width
    const read = isPacked && width >= MIN_PACKED_PX && width <= MAX_PACKED_PX ? readPacked : readPlain
    const next: number | undefined = read(bytes, at, row)
    if (next === undefined || next > bytes.length) return undefined
    at = next
    for (let x = 0; x < width; x++) {
      const scale = LEVELS * 2 ** (row[x + 3 * width]! - 136)
      for (let colour = 0; colour < 3; colour++)
        pixels[(y * width + x) * 3 + colour] = byLight[Math.min(LEVELS, Math.round(row[x + colour * width]! * scale))]!
    }
  }
  return pixels
}

/** Reads a row of run-length encoded planes. A count n > 128 repeats a value n - 128 times. @returns end of the row */
function readPacked(bytes: Uint8Array, from: number, row: Uint8Array): number | undefined {
  let at = from + 4
  for (let to = 0; to < row.length;) {
    const count = bytes[at++]
    if (!count) return undefined
    const length = count > 128 ? count - 128 : count
    if (to + length > row.length) return undefined
    if (count > 128) row.fill(bytes[at]!, to, to + length)
    else row.set(bytes.subarray(at, at + length), to)
    at += count > 128 ? 1 : length
    to += length
  }
  return at
}

/**
 * Reads a row pixel by pixel. An entry (1, 1, 1, n) repeats the last pixel n times. If a second such entry follows, it
 * repeats the pixel n * 256 times.
 */
function readPlain(bytes: Uint8Array, from: number, row: Uint8Array): number | undefined {
  const width = row.length / 4
  let at = from
  let shift = 0
  for (let x = 0; x < width; at += 4) {
    if (at + 4 > bytes.length) return undefined
    if (bytes[at] === 1 && bytes[at + 1] === 1 && bytes[at + 2] === 1) {
      const count = bytes[at + 3]! * 2 ** shift
      if (x === 0 || x + count > width) return undefined
      for (let plane = 0; plane < row.length; plane += width)
        row.fill(row[plane + x - 1]!, plane + x, plane + x + count)
      x += count
      shift += 8
      continue
    }
    for (let plane = 0; plane < 4; plane++) row[plane * width + x] = bytes[at + plane]!
    x++
    shift = 0
  }
  return at
}
