import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { inTransaction, type Db } from '@toile/db/client'
import { assertRoomFor, insertFile } from '@toile/db/queries/files'
import { receiveImage } from '@toile/db/queries/images-states'
import { findOutput } from '@toile/db/queries/renders'
import { storageKey } from '@toile/storage/keys'
import type { Storage } from '@toile/storage/storage'

/**
 * A picture of a render as the cover of its work, or in its gallery: a copy of it goes the way of every picture that is
 * sent, and joins the work when its sizes are ready. A film cannot (STATE_CONFLICT).
 */
export async function useOutput(
  { db, storage }: { db: Db; storage: Storage },
  { id, name }: { id: string; name: string },
  as: 'cover' | 'gallery',
): Promise<{ imageId: string; workId: string }> {
  const output = await findOutput(db, id, name)
  if (!output) throw new ToileError('NOT_FOUND')
  if (!output.work_id || !output.content_type.startsWith('image/')) throw new ToileError('STATE_CONFLICT')
  const { work_id: workId, owner_id: ownerId } = output
  const imageId = newId()
  const fileId = newId()
  const key = storageKey('originals', imageId)
  await inTransaction(db, async (trx) => {
    await assertRoomFor(trx, ownerId, output.bytes)
    const file = { id: fileId, ownerId, kind: 'original', key, contentType: output.content_type } as const
    await insertFile(trx, { ...file, bytes: output.bytes, sha256: null, state: 'pending' })
  })
  const { bytes } = await storage.put(key, await storage.get(output.key), { contentType: output.content_type })
  await receiveImage(db, {
    id: imageId,
    ownerId,
    purpose: as === 'cover' ? 'cover' : 'detail',
    crop: null,
    original: { fileId, bytes, sha256: output.sha256 ?? '' },
    joinsWorkId: workId,
  })
  return { imageId, workId }
}
