import { readFile, rm, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { InputFailure } from '@toile/contracts/failures'
import { runTool } from '../../videos/run-tool.js'
import { pixelsOfKtx2, sizeOfKtx2 } from './ktx2.js'
import { limits } from '../limits.js'
import { headOfRadiance, pixelsOfRadiance } from './radiance.js'

interface Picture {
  /** PNG, JPEG and WebP files stay unchanged. All other formats are converted to PNG. */
  bytes: Uint8Array
  pixels: number
}

/** Returns undefined for an unreadable picture, which the model then lacks. */
export type ReadPicture = (bytes: Uint8Array, name: string) => Promise<Picture | undefined>

const IN = 'picture'
const OUT = 'picture.png'
/** sharp may open only files that match PLAIN or BY_SHARP. Others, such as SVG and PDF, may fetch or expand data. */
const PLAIN = /^(?:\x89PNG|\xff\xd8\xff|RIFF....WEBP)/s
const BY_SHARP = /^(?:....ftypavi[fs]|GIF8)/s
const RADIANCE = /^#\?(?:RADIANCE|RGBE)\b/
const KTX2 = /^\xabKTX 20\xbb\r\n\x1a\n/
const demuxers: [RegExp, string][] = [
  [/^BM/, 'bmp_pipe'],
  [/^(?:II\*\0|MM\0\*)/, 'tiff_pipe'],
  [/^8BPS/, 'psd_pipe'],
  [/^DDS /, 'dds_pipe'],
  [/^v\/1\x01/, 'exr_pipe'],
]

/**
 * Identifies pictures by their first bytes. The reader writes to the current folder, so use it only in children of
 * runIsolated().
 * @param ffmpeg without it BMP, TIFF, TGA, PSD, DDS and EXR are unreadable, and `onMissing` is called
 * @throws InputFailure MODEL_IMAGE_REFUSED for more than 8192 px a side. A picture that ffmpeg would have to convert is
 * unreadable instead if it has more than 8192 x 8192 px.
 */
export function pictureReader(ffmpeg: string | undefined, onMissing: () => void = () => {}): ReadPicture {
  return async (bytes, name) => {
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 32)).toString('latin1')
    if (PLAIN.test(head)) return measured(bytes, name)
    if (BY_SHARP.test(head)) return measured(bytes, name, (picture) => picture.png().toBuffer())
    if (KTX2.test(head)) return fromKtx2(bytes, name)
    if (RADIANCE.test(head)) return fromRadiance(bytes, name)
    const demuxer = demuxers.find(([mark]) => mark.test(head))?.[1] ?? (isTga(bytes) ? 'image2' : undefined)
    if (demuxer === undefined) return undefined
    if (ffmpeg === undefined) return void onMissing()
    const png = await asPng(ffmpeg, demuxer, bytes)
    return png && measured(png, name)
  }
}

/** Reads the size from the header. A conversion decodes no more pixels than the header states. */
async function measured(
  bytes: Uint8Array,
  name: string,
  convert?: (picture: Sharp) => Promise<Uint8Array>,
): Promise<Picture | undefined> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    refuseHuge(name, { width, height })
    return { bytes: convert ? await convert(sharp(bytes)) : bytes, pixels: width * height }
  } catch (error) {
    if (error instanceof InputFailure) throw error
    return undefined
  }
}

async function fromKtx2(bytes: Uint8Array, name: string): Promise<Picture | undefined> {
  const size = sizeOfKtx2(bytes)
  if (!size) return undefined
  refuseHuge(name, size)
  // The transcoder may throw at a file that its own encoder did not write, so any error is the file's fault.
  const pixels = await pixelsOfKtx2(bytes, size).catch(() => undefined)
  return fromPixels(pixels, { ...size, channels: 4 })
}

async function fromRadiance(bytes: Uint8Array, name: string): Promise<Picture | undefined> {
  const head = headOfRadiance(bytes)
  if (!head) return undefined
  refuseHuge(name, head)
  return fromPixels(pixelsOfRadiance(bytes, head), { ...head, channels: 3 })
}

async function fromPixels(
  pixels: Uint8Array | undefined,
  { width, height, channels }: { width: number; height: number; channels: 3 | 4 },
): Promise<Picture | undefined> {
  if (!pixels) return undefined
  const picture = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false })
  return { bytes: await picture.png({ compressionLevel: 1 }).toBuffer(), pixels: width * height }
}

function refuseHuge(name: string, { width, height }: { width: number; height: number }): void {
  if (width > limits.imageSidePx || height > limits.imageSidePx)
    throw new InputFailure('MODEL_IMAGE_REFUSED', { name, detail: `${width} x ${height} > ${limits.imageSidePx} px` })
}

async function asPng(ffmpeg: string, demuxer: string, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  await writeFile(IN, bytes)
  const opened = ['-threads', '1', '-max_pixels', String(limits.imageSidePx ** 2), '-protocol_whitelist', 'file']
  const format = demuxer === 'image2' ? ['-f', demuxer, '-pattern_type', 'none', '-c:v', 'targa'] : ['-f', demuxer]
  const written = ['-frames:v', '1', '-pix_fmt', 'rgba', '-compression_level', '1', OUT]
  try {
    await runTool(ffmpeg, ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...opened, ...format, '-i', IN, ...written])
    return await readFile(OUT)
  } catch (error) {
    if (error instanceof InputFailure) return undefined
    throw error
  } finally {
    await Promise.all([IN, OUT].map((file) => rm(file, { force: true })))
  }
}

/** A TGA file does not start with a signature, so its header must be plausible (Truevision TGA 2.0, section 4). */
function isTga(bytes: Uint8Array): boolean {
  if (bytes.length < 18) return false
  const [mapType, type, depth] = [bytes[1]!, bytes[2]!, bytes[16]!]
  const [width, height] = [bytes[12]! | (bytes[13]! << 8), bytes[14]! | (bytes[15]! << 8)]
  return (
    (mapType === 0 || mapType === 1) &&
    [1, 2, 3, 9, 10, 11].includes(type) &&
    [8, 15, 16, 24, 32].includes(depth) &&
    width > 0 &&
    height > 0
  )
}
