import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encode as encodeBlurhash } from 'blurhash'
import sharp from 'sharp'
import type { Crop } from '@toile/contracts/images/images'
import { PAPER_COLOUR, type ImagePurpose } from '@toile/contracts/images/images.constants'
import { InputFailure } from '@toile/contracts/failures'
import { damaged, openImage, type Upright } from './decode.js'
import { embeddedPicture } from './embedded.js'
import { identifyImage } from './identify.js'
import type { RenderedImage } from './make.js'
import { renditionsFor, type Rendition } from './renditions.js'

/** This size is enough for a blurhash of 4 x 3 components. */
const BLUR_SIDE_PX = 32

interface Raw {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

export async function renderImage(
  inputFd: number,
  {
    purpose,
    crop,
    isEmbedded = false,
    folder,
  }: { purpose: ImagePurpose; crop: Crop | null; isEmbedded?: boolean; folder: string },
): Promise<RenderedImage> {
  const source = await openImage(isEmbedded ? await embeddedBytes(inputFd) : wholeFile(inputFd), crop)
  const sizes = renditionsFor(purpose, source)
  // The largest size is converted to 8-bit sRGB from any profile, depth or colour space. The others are made from it.
  const largest = await pixelsOf(source, sizes.at(-1)!).catch(damaged)
  // An encoder uses one thread, but a worker with four or more cores has two per picture. So sizes are made at once.
  const made = await Promise.all(
    sizes.toReversed().map(async (size, i) => {
      const sized = i === 0 ? largest : await pixelsOf({ ...source, pixels: open(largest) }, size)
      return Promise.all(formats.map((format) => writeVariant(sized, `${size.name}.${format}`, format, folder)))
    }),
  )
  const variants = made.toReversed().flat()
  const { width, height } = variants[0]!
  return { width, height, blurhash: await blurhashOf(largest), variants }
}

function wholeFile(fd: number): Buffer {
  identifyImage(fd)
  return readFileSync(fd)
}

async function embeddedBytes(fd: number): Promise<Buffer> {
  const bytes = await embeddedPicture(fd)
  if (!bytes) throw new InputFailure('NOT_AN_IMAGE')
  return Buffer.from(bytes)
}

const formats = ['webp', 'jpeg'] as const

async function writeVariant(
  picture: Raw,
  name: string,
  format: (typeof formats)[number],
  folder: string,
): Promise<RenderedImage['variants'][number]> {
  await writeFile(path.join(folder, name), await encode(picture, format))
  const { width, height } = picture.info
  return { name, width, height, format }
}

const open = ({ data, info: { width, height, channels } }: Raw) => sharp(data, { raw: { width, height, channels } })

function pixelsOf({ pixels, hasAlpha }: Pick<Upright, 'pixels' | 'hasAlpha'>, size: Rendition): Promise<Raw> {
  const { width, height, fit } = size
  const sized = pixels.resize({ width, height, fit, withoutEnlargement: fit === 'inside' }).toColourspace('srgb')
  return (hasAlpha ? sized.ensureAlpha() : sized.removeAlpha())
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

function encode(picture: Raw, format: 'webp' | 'jpeg'): Promise<Buffer> {
  if (format === 'webp') return open(picture).webp({ quality: 82, effort: 3 }).toBuffer()
  return open(picture).flatten({ background: PAPER_COLOUR }).jpeg({ quality: 82, progressive: true }).toBuffer()
}

async function blurhashOf(picture: Raw): Promise<string> {
  const { data, info } = await open(picture)
    .flatten({ background: PAPER_COLOUR })
    .ensureAlpha()
    .resize({ width: BLUR_SIDE_PX, height: BLUR_SIDE_PX, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [across, down] = info.width > info.height ? [4, 3] : [3, 4]
  return encodeBlurhash(new Uint8ClampedArray(data), info.width, info.height, across, down)
}
