import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Crop } from '@toile/contracts/images/images'
import type { ImagePurpose } from '@toile/contracts/images/images.constants'
import { Type, type Static } from 'typebox'
import { Enum, StrictObject } from '@toile/contracts/shapes'
import { takeFile, type MadeFile } from '../made-files.js'
import { runIsolated, type IsolatedJob } from '../sandbox.js'
import { faultOfFile } from '../sandbox-error.js'

/** 50 million pixels with four 16-bit channels take 400 MB, and some decoders hold all pixels twice. */
const MAX_MEMORY_BYTES = 1.5 * 2 ** 30
const TIMEOUT_MS = 30_000

/** Pictures that a worker makes at once. There are at least two, because decoding a picture uses only one thread. */
export const picturesAtATime = Math.max(2, Math.floor(availableParallelism() / 2))

/** Limit in bytes of one variant, and of all variants together. */
const MAX_BYTES = 64 * 2 ** 20
const MAX_MADE_BYTES = 8 * MAX_BYTES
const Side = Type.Integer({ minimum: 1, maximum: 65_535 })

const RenderedImage = StrictObject({
  width: Side,
  height: Side,
  blurhash: Type.String({ pattern: '^[\\x21-\\x7e]{28}$' }),
  variants: Type.Array(
    StrictObject({
      name: Type.String({ pattern: '^\\w{1,16}\\.(webp|jpeg)$' }),
      width: Side,
      height: Side,
      format: Enum(['webp', 'jpeg']),
    }),
    { minItems: 1, maxItems: 20 },
  ),
})
export type RenderedImage = Static<typeof RenderedImage>

const failures = [
  'NOT_AN_IMAGE',
  'IMAGE_DAMAGED',
  'IMAGE_SIDE_TOO_LONG',
  'IMAGE_TOO_MANY_PIXELS',
  'IMAGE_TOO_MANY_FRAMES',
  'IMAGE_CROP_OUTSIDE',
] as const

type MadeVariant = RenderedImage['variants'][number] & MadeFile
export interface MadeImage extends Omit<RenderedImage, 'variants'> {
  variants: MadeVariant[]
}

export interface MakeImage extends IsolatedJob {
  path: string
  purpose: ImagePurpose
  crop: Crop | null
  /** Whether the input is another kind of file, in which a preview is embedded. */
  isEmbedded?: boolean
}

/**
 * A child process (at most 1.5 GB, 30 s) makes all sizes as WebP and JPEG: upright, cropped, in sRGB, without metadata.
 * @throws InputFailure for an unusable picture, the signal's reason when cancelled, Error for a server fault
 */
export async function makeImage({
  path,
  purpose,
  crop,
  isEmbedded = false,
  workDir,
  signal,
  user,
}: MakeImage): Promise<MadeImage> {
  try {
    const { variants, ...image } = await runIsolated({
      script: fileURLToPath(new URL('./make-child.js', import.meta.url)),
      args: { purpose, crop, isEmbedded },
      answer: RenderedImage,
      failures,
      inputPath: path,
      workDir,
      maxMemoryBytes: MAX_MEMORY_BYTES,
      maxMadeBytes: MAX_MADE_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
      user,
    })
    const taken = variants.map(async (variant) => ({
      ...variant,
      ...(await takeFile(workDir, variant.name, { kind: variant.format, maxBytes: MAX_BYTES })),
    }))
    return { ...image, variants: await Promise.all(taken) }
  } catch (error) {
    throw faultOfFile(error, 'IMAGE_DAMAGED', 'IMAGE_TOO_HEAVY')
  }
}
