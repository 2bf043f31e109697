import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { InputFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images'
import type { ImagePurpose } from '@toile/contracts/images.constants'
import { IsolatedCrash, runIsolated } from '../sandbox.js'

/** 50 M pixels of 16 bits and four channels are 400 MB, and some decoders keep them twice. */
const MAX_MEMORY_BYTES = 1.5 * 2 ** 30
const TIMEOUT_MS = 30_000

/** Pictures to make at a time: while one is decoded, which a single thread does, another one is encoded. */
export const picturesAtATime = Math.max(2, Math.floor(availableParallelism() / 2))

export interface MadeVariant {
  /** Size and format: `2x.webp`, `96.jpeg`. */
  name: string
  width: number
  height: number
  format: 'webp' | 'jpeg'
  /** Within the work folder. */
  path: string
  bytes: number
  sha256: string
}

export interface MadeImage {
  /** Of the smallest variant, in px. */
  width: number
  height: number
  blurhash: string
  variants: MadeVariant[]
}

export interface MakeImage {
  path: string
  purpose: ImagePurpose
  crop: Crop | null
  /** The file is something else, and the picture is the one that it carries of itself. */
  isEmbedded?: boolean
  /** An empty folder, given to `user`; the variants are written there. */
  workDir: string
  signal?: AbortSignal | undefined
  /** Who looks at the file when we are root. */
  user?: { uid: number; gid: number } | undefined
}

/**
 * Makes all sizes and formats of a picture, in a child process of its own (1.5 GB, 30 s at most): upright, in sRGB, cut
 * as asked, without EXIF or any other metadata.
 * @throws InputFailure for a picture that cannot be used, the signal's reason when cancelled, Error for a fault of ours
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
    return await runIsolated({
      script: fileURLToPath(new URL('./make-child.js', import.meta.url)),
      args: { purpose, crop, isEmbedded, workDir },
      inputPath: path,
      workDir,
      maxMemoryBytes: MAX_MEMORY_BYTES,
      timeoutMs: TIMEOUT_MS,
      signal,
      user,
    })
  } catch (error) {
    // A decoder that dies on what no guard foresaw: the file's fault, not worth a retry.
    if (error instanceof IsolatedCrash) throw new InputFailure('IMAGE_DAMAGED')
    if (error instanceof InputFailure && /^PROCESSING_(TOO_LONG|OUT_OF_MEMORY)$/.test(error.code))
      throw new InputFailure('IMAGE_TOO_HEAVY')
    throw error
  }
}
