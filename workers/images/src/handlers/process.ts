import path from 'node:path'
import type { JobContext } from '@toile/bus/worker'
import { InputFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import { inTransaction, type Db } from '@toile/db/client'
import { findImageJob, type ImageJob } from '@toile/db/images/images'
import { moveImage, readyImage, swapImage, type MadeImage } from '@toile/db/images/images-transitions'
import { joinWork } from '@toile/db/works/works-transitions'
import { makeImage } from '@toile/media/images/make'
import { withWorkFolder } from '@toile/media/work-folders'
import type { SystemUser } from '@toile/runtime/system-user'
import { NotStored, type Storage } from '@toile/storage/storage'
import { putVariants } from '@toile/storage/variants'

export interface Parts {
  db: Db
  storage: Storage
  /** The user that media tools run as when the worker is root. */
  user: SystemUser | undefined
}

/** Moves an image from `pending` through `processing` to `ready`. The original stays for making variants again. */
export function processImage(parts: Parts) {
  const { db } = parts
  return async ({ id, attempt }: JobPayload, { signal }: JobContext): Promise<void> => {
    const image = await findImageJob(db, id)
    // The image is already `processing` if an earlier try or attempt stopped half-way.
    if (!image || image.attempt !== attempt || !['pending', 'processing'].includes(image.status)) return
    await moveImage(db, { id, to: 'processing', attempt })
    const made = await makeVariants(parts, image, signal)
    await inTransaction(db, async (trx) => {
      if (await readyImage(trx, { id, attempt }, made)) await joinWork(trx, id)
    })
  }
}

/** Makes the variants of a `ready` image again, which an operator requested. Needs the original. */
export function reprocessImage(parts: Parts) {
  return async ({ id, attempt }: JobPayload, { signal }: JobContext): Promise<void> => {
    const image = await findImageJob(parts.db, id)
    if (!image || image.attempt !== attempt || image.status !== 'ready' || !image.originalKey) return
    await swapImage(parts.db, { id, attempt }, await makeVariants(parts, image, signal))
  }
}

function makeVariants({ storage, user }: Parts, image: ImageJob, signal: AbortSignal): Promise<MadeImage> {
  return withWorkFolder(async (workDir) => {
    const original = path.join(workDir, 'original')
    await storage.fetchTo(image.originalKey!, original).catch((error: unknown) => {
      throw error instanceof NotStored ? new InputFailure('BYTES_MISSING') : error
    })
    const { id, ownerId, attempt, purpose, crop } = image
    const { variants, ...made } = await makeImage({ path: original, purpose, crop, workDir, signal, user })
    const stored = await putVariants(storage, { imageId: id, ownerId, attempt }, variants)
    signal.throwIfAborted()
    return { ...made, variants: stored }
  })
}
