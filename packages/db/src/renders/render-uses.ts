import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'
import { inTransaction, type Db } from '../client.js'
import { insertUpload, type NewUpload } from '../uploads/uploads.js'
import { joinWork, joinWorkVideo } from '../works/works-transitions.js'

// Uses of a render's result in a work, as cover, gallery image or video. Repeating a use in a work makes no new copy.

export interface Use {
  fileId: string
  workId: string
}

/** Serializes uses of the same result. */
const lockFile = (trx: Db, fileId: string) => sql`select from files where id = ${fileId} for no key update`.execute(trx)

/** Finds the image that an earlier use made. If ready, it joins the work again. Needs a transaction. @returns its id */
export async function usePictureAgain(
  trx: Db,
  { fileId, workId, purpose }: Use & { purpose: 'cover' | 'detail' },
): Promise<string | undefined> {
  await lockFile(trx, fileId)
  const picture = await trx
    .selectFrom('images')
    .select(['id', 'status'])
    .where('made_of_file_id', '=', fileId)
    .where('joins_work_id', '=', workId)
    .where('purpose', '=', purpose)
    .where('status', '<>', 'failed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (picture?.status === 'ready') await joinWork(trx, picture.id)
  return picture?.id
}

/**
 * Finds or inserts the upload that is a copy of the film. If the upload is ready, it becomes the work's video. `isSent`
 * tells whether its bytes are stored. @throws ToileError WORK_HAS_VIDEO if the work has another video and `replace` is
 * false
 */
export function announceFilm(
  db: Db,
  { fileId, workId }: Use,
  film: Omit<NewUpload, 'kind' | 'madeOf'>,
  replace: boolean,
): Promise<{ id: string; key: string; isSent: boolean }> {
  return inTransaction(db, async (trx) => {
    await lockFile(trx, fileId)
    const before = await trx
      .selectFrom('uploads')
      .innerJoin('files', 'files.id', 'original_file_id')
      .select(['uploads.id', 'key', 'stage', 'received_at'])
      .where('made_of_file_id', '=', fileId)
      .where('joins_work_id', '=', workId)
      .where('stage', '<>', 'failed' satisfies UploadStage)
      .orderBy('uploads.id', 'desc')
      .executeTakeFirst()
    const work = await trx
      .selectFrom('works')
      .select('video_upload_id')
      .where('id', '=', workId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const other = work?.video_upload_id
    if (other && other !== before?.id && !replace) throw new ToileError('WORK_HAS_VIDEO')
    if (!before) await insertUpload(trx, { ...film, kind: 'video', madeOf: { fileId, workId } })
    if (before?.stage === 'ready_to_publish') await joinWorkVideo(trx, before.id)
    const { id, key } = before ?? film
    return { id, key, isSent: before?.received_at != null }
  })
}
