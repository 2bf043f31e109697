import path from 'node:path'
import type { JobContext } from '@toile/bus/worker'
import { InputFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import { inTransaction, type Db } from '@toile/db/client'
import { findImageJob } from '@toile/db/queries/images'
import { moveImage, readyImage } from '@toile/db/queries/images-states'
import { joinWork } from '@toile/db/queries/works'
import { makeImage } from '@toile/media/images/make'
import { withWorkFolder } from '@toile/media/work-folders'
import type { SystemUser } from '@toile/runtime/system-user'
import { NotStored, type Storage } from '@toile/storage/storage'
import { putVariants } from '@toile/storage/variants'

/** What the handler works with. */
export interface Parts {
  db: Db
  storage: Storage
  /** Whom media tools run as when we are root. */
  user: SystemUser | undefined
}

/** `pending` → `processing` → `ready`: a picture as it was sent becomes all its sizes and formats. The original stays. */
export function processImage({ db, storage, user }: Parts) {
  return async ({ id, attempt }: JobPayload, { signal }: JobContext): Promise<void> => {
    const image = await findImageJob(db, id)
    // `processing` is where an earlier try of this attempt, or an earlier attempt, was stopped.
    if (!image || image.attempt !== attempt || !['pending', 'processing'].includes(image.status)) return
    await moveImage(db, { id, to: 'processing', attempt })
    await withWorkFolder(async (workDir) => {
      const original = path.join(workDir, 'original')
      await storage.fetchTo(image.original_key!, original).catch((error: unknown) => {
        throw error instanceof NotStored ? new InputFailure('BYTES_MISSING') : error
      })
      const { purpose, crop } = image
      const { variants, ...made } = await makeImage({ path: original, purpose, crop, workDir, signal, user })
      const stored = await putVariants(storage, { imageId: id, ownerId: image.owner_id, attempt }, variants)
      signal.throwIfAborted()
      await inTransaction(db, async (trx) => {
        if (await readyImage(trx, { id, attempt }, { ...made, variants: stored })) await joinWork(trx, id)
      })
    })
  }
}
