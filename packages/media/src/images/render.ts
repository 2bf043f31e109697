import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encode as encodeBlurhash } from 'blurhash'
import sharp, { type Sharp } from 'sharp'
import type { Crop } from '@toile/contracts/images'
import { paperColour, type ImagePurpose } from '@toile/contracts/images.constants'
import { damaged, openImage } from './decode.js'
import { identifyImage } from './identify.js'
import type { MadeImage, MadeVariant } from './make.js'
import { renditionsFor, type Rendition } from './renditions.js'

/** A placeholder of some ten colours needs no more of the picture. */
const BLUR_SIDE_PX = 32

interface Raw {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/**
 * Makes all sizes and formats of the picture behind `inputFd`, as files in `workDir`. Runs in the child of makeImage().
 * @throws InputFailure as makeImage() does
 */
export async function renderImage(
  inputFd: number,
  { purpose, crop, workDir }: { purpose: ImagePurpose; crop: Crop | null; workDir: string },
): Promise<MadeImage> {
  identifyImage(inputFd)
  const source = await openImage(readFileSync(inputFd), crop)
  const sizes = renditionsFor(purpose, source)
  // Decoded once, straight to the largest size; the smaller ones are made from that. To sRGB with 8 bits, whatever
  // profile, depth or inks the file has. Metadata stays behind.
  const largest = await pixelsOf(source.pixels, sizes.at(-1)!).catch(damaged)
  const variants: MadeVariant[] = []
  for (const size of sizes) {
    const sized = await pixelsOf(open(largest), size)
    for (const format of ['webp', 'jpeg'] as const) {
      const bytes = await encode(sized, format)
      const variant = { name: `${size.name}.${format}`, width: sized.info.width, height: sized.info.height, format }
      const file = path.join(workDir, variant.name)
      await writeFile(file, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      variants.push({ ...variant, path: file, bytes: bytes.length, sha256 })
    }
  }
  const { width, height } = variants[0]!
  return { width, height, blurhash: await blurhashOf(largest), variants }
}

const open = ({ data, info: { width, height, channels } }: Raw) => sharp(data, { raw: { width, height, channels } })

/** Decoded and cut to a size, as sRGB with alpha, a byte each. */
function pixelsOf(picture: Sharp, { width, height, fit }: Rendition): Promise<Raw> {
  return picture
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

function encode(picture: Raw, format: 'webp' | 'jpeg'): Promise<Buffer> {
  if (format === 'webp') return open(picture).webp({ quality: 82, effort: 3 }).toBuffer()
  return open(picture).flatten({ background: paperColour }).jpeg({ quality: 82, progressive: true }).toBuffer()
}

async function blurhashOf(picture: Raw): Promise<string> {
  const { data, info } = await open(picture)
    .flatten({ background: paperColour })
    .ensureAlpha()
    .resize({ width: BLUR_SIDE_PX, height: BLUR_SIDE_PX, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [across, down] = info.width > info.height ? [4, 3] : [3, 4]
  return encodeBlurhash(new Uint8ClampedArray(data), info.width, info.height, across, down)
}
