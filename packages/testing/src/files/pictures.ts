import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export type Rgb = [number, number, number]
interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** Colours of quarters(): top left, top right, bottom left, bottom right. They reveal rotation and mirroring. */
export const corners: Rgb[] = [
  [220, 30, 30],
  [30, 160, 40],
  [30, 60, 200],
  [230, 200, 40],
]

export function quarters(width: number, height: number): Pixels {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set(corners[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)]!, (y * width + x) * 3)
  return { data, width, height }
}

export function open({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function mapped(from: Pixels, width: number, height: number, at: (x: number, y: number) => [number, number]): Pixels {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = at(x, y)
      const start = (fromY * from.width + fromX) * 3
      from.data.copy(data, (y * width + x) * 3, start, start + 3)
    }
  return { data, width, height }
}
const flop = (p: Pixels) => mapped(p, p.width, p.height, (x, y) => [p.width - 1 - x, y])
const flip = (p: Pixels) => mapped(p, p.width, p.height, (x, y) => [x, p.height - 1 - y])
const transpose = (p: Pixels) => mapped(p, p.height, p.width, (x, y) => [y, x])

/** For each EXIF orientation (1 to 8), the function that turns an upright picture into the pixels to store. */
const stored: ((upright: Pixels) => Pixels)[] = [
  (p) => p,
  flop,
  (p) => flop(flip(p)),
  flip,
  transpose,
  (p) => flip(transpose(p)),
  (p) => flop(flip(transpose(p))),
  (p) => flop(transpose(p)),
]

/** A JPEG as phones write it, with camera, location and an EXIF orientation. Displayed upright, it shows quarters(). */
export function phoneJpeg(orientation: number, width = 600, height = 800): Promise<Buffer> {
  return open(stored[orientation - 1]!(quarters(width, height)))
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' } })
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
    const out = Buffer.alloc(8 + typed.length)
    out.writeUInt32BE(body.length, 0)
    typed.copy(out, 4)
    out.writeUInt32BE(crc32(typed), 4 + typed.length)
    return out
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const pixels = deflateSync(Buffer.alloc(1_000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** An animation whose first frame is red. The blue value of every other frame is 200. */
export function animation(format: 'gif' | 'webp', frames: number, side = 16): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 3 * frames)
  for (let i = 0; i < data.length; i += 3) {
    const frame = Math.floor(i / (side * side * 3))
    // Encoders merge equal frames, so each frame gets a colour of its own.
    data.set(frame === 0 ? corners[0]! : [frame % 256, Math.floor(frame / 256), 200], i)
  }
  const strip = sharp(data, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
  return (format === 'gif' ? strip.gif({ effort: 1 }) : strip.webp({ effort: 0, lossless: true })).toBuffer()
}

export async function quarterColours(bytes: Buffer): Promise<Rgb[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.floor(info.width * (quarter % 2 ? 0.75 : 0.25))
    const y = Math.floor(info.height * (quarter < 2 ? 0.25 : 0.75))
    return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] as Rgb
  })
}

export function halvesPng(side: number, left: Rgb = [0, 0, 0], right: Rgb = [255, 255, 255]): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 3)
  for (let pixel = 0; pixel < side * side; pixel++) data.set(pixel % side < side / 2 ? left : right, pixel * 3)
  return open({ data, width: side, height: side }).png().toBuffer()
}

export async function sideColours(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [0.25, 0.75].map((x) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * 4
    return [...data.subarray(at, at + 4)]
  })
}

export function colourDistance(one: readonly Rgb[], other: readonly Rgb[]): number {
  return Math.max(...one.flatMap((rgb, i) => rgb.map((value, channel) => Math.abs(value - other[i]![channel]!))))
}

/** A grey, uncompressed 24-bit TGA without a footer. */
export function tgaOf(sidePx: number): Buffer {
  const head = Buffer.alloc(18)
  head[2] = 2
  head.writeUInt16LE(sidePx, 12)
  head.writeUInt16LE(sidePx, 14)
  head[16] = 24
  return Buffer.concat([head, Buffer.alloc(sidePx ** 2 * 3, 0x80)])
}
