import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { MAX_WORK_IMAGES } from '@toile/contracts/works/works.constants'
import { inTransaction, type Db } from '@toile/db/client'
import { abandonFile, assertRoomFor, insertFile } from '@toile/db/files/files'
import { assertRoomForImage } from '@toile/db/files/admission-queues'
import { receiveImage } from '@toile/db/images/images-transitions'
import { announceFilm, usePictureAgain, type Use } from '@toile/db/renders/render-uses'
import { findOutput } from '@toile/db/renders/renders'
import { finishUpload } from '@toile/db/uploads/uploads-transitions'
import { storageKey } from '@toile/storage/keys'
import { renderNumber } from '../views/renders.js'
import type { Context } from '../http/context.js'

type Output = NonNullable<Awaited<ReturnType<typeof findOutput>>>

/**
 * Copies a render's output for its work. The copy is processed like an upload and then joins the work. Idempotent.
 * @throws ToileError NOT_FOUND, STATE_CONFLICT, WORK_HAS_VIDEO, WORK_GALLERY_FULL, STORAGE_QUOTA, TOO_MANY_IN_LINE
 */
export async function useOutput(
  context: Pick<Context, 'db' | 'storage'>,
  { id, name }: { id: string; name: string },
  { as, replace = false }: { as: 'cover' | 'gallery'; replace?: boolean },
): Promise<{ imageId?: string; uploadId?: string; workId: string }> {
  const output = await findOutput(context.db, id, name)
  if (!output) throw new ToileError('NOT_FOUND')
  const { workId, fileId, contentType: type } = output
  if (!workId) throw new ToileError('STATE_CONFLICT')
  const use = { workId, fileId }
  if (type === 'video/mp4' && as === 'gallery')
    return { workId, uploadId: await useFilm(context, output, use, replace) }
  if (!type.startsWith('image/')) throw new ToileError('STATE_CONFLICT')
  return { workId, imageId: await usePicture(context, output, use, as) }
}

async function useFilm(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  output: Output,
  use: Use,
  replace: boolean,
): Promise<string> {
  const id = newId()
  const film = {
    id,
    ownerId: output.ownerId,
    filename: `${renderNumber(output.number)}.mp4`,
    filetype: output.contentType,
    size: output.bytes,
    key: storageKey('originals', id),
  }
  const upload = await announceFilm(db, use, film, replace)
  if (!upload.isSent) {
    // After an interrupted call, the next call writes the same bytes to the same key.
    await storage.put(upload.key, await storage.get(output.key), { contentType: 'application/octet-stream' })
    await finishUpload(db, upload.id)
  }
  return upload.id
}

async function usePicture(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  output: Output,
  use: Use,
  as: 'cover' | 'gallery',
): Promise<string> {
  const { ownerId, contentType } = output
  const purpose = as === 'cover' ? 'cover' : 'detail'
  const again = (trx: Db) => usePictureAgain(trx, { ...use, purpose })
  const before = await inTransaction(db, again)
  if (before) return before
  if (as === 'gallery' && (output.imageIds?.length ?? 0) >= MAX_WORK_IMAGES)
    throw new ToileError('WORK_GALLERY_FULL', { params: { limit: MAX_WORK_IMAGES } })
  const [id, fileId] = [newId(), newId()]
  const key = storageKey('originals', id)
  await inTransaction(db, async (trx) => {
    await assertRoomFor(trx, ownerId, output.bytes)
    await assertRoomForImage(trx, ownerId)
    const file = { id: fileId, ownerId, kind: 'original', key, contentType } as const
    await insertFile(trx, { ...file, bytes: output.bytes, sha256: null, state: 'pending' })
  })
  const { bytes } = await storage.put(key, await storage.get(output.key), { contentType })
  return inTransaction(db, async (trx) => {
    const twin = await again(trx)
    if (twin) {
      await abandonFile(trx, fileId)
      return twin
    }
    const original = { fileId, bytes, sha256: output.sha256 ?? '' }
    const { fileId: madeOfFileId, workId: joinsWorkId } = use
    await receiveImage(trx, { id, ownerId, purpose, crop: null, original, joinsWorkId, madeOfFileId })
    return id
  })
}
