import { sql, type RawBuilder } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { EventType } from '@toile/contracts/reactions'
import type { Hotspot } from '@toile/contracts/works/works'
import { MAX_WORK_IMAGES, workArrows, type Visibility, type WorkState } from '@toile/contracts/works/works.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { showFilesOf } from './shown-files.js'
import { forgetAims } from '../uploads/uploads.js'
import { deleteVideo } from '../videos/videos-transitions.js'
import { spellTags } from './tags.js'
import type { WorkRow } from './works.js'

// Only moveWork() changes a work's state.

export interface WorkFields {
  title?: string | undefined
  intro?: string | undefined
  categories?: string[] | undefined
  tags?: string[] | undefined
  visibility?: Visibility | undefined
  cover_id?: string | null | undefined
  upload_id?: string | null | undefined
  video_upload_id?: string | null | undefined
  image_ids?: string[] | undefined
  downloadable?: boolean | undefined
}

/** Returns UPLOAD_USED if another work already uses the upload, and otherwise the error itself. */
const uploadUsed = (error: unknown) =>
  /^works_(video_)?upload_id_key$/.test((error as { constraint?: string }).constraint ?? '')
    ? new ToileError('UPLOAD_USED')
    : error

/** Translates errors of the triggers that protect works under review and works with prizes. */
const protectedWorkError = (error: unknown) => {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'winning_work') return new ToileError('WINNING_WORK')
  return constraint === 'entered_work' ? new ToileError('ENTERED_WORK') : error
}

/** Needs a transaction. */
export async function insertWork(
  trx: Db,
  { id, ownerId, ...fields }: WorkFields & { id: string; ownerId: string },
): Promise<void> {
  try {
    await trx
      .insertInto('works')
      .values({ id, owner_id: ownerId, ...fields })
      .execute()
  } catch (error) {
    throw uploadUsed(error)
  }
  if (fields.tags) await spellTags(trx, id)
  await forgetAims(trx, uploadsIn(fields))
  await trx.insertInto('work_counters').values({ work_id: id }).execute()
}

/** Needs a transaction. Returns false for a trashed or deleted work. @throws ToileError UPLOAD_USED */
export async function updateWork(trx: Db, id: string, fields: WorkFields): Promise<boolean> {
  const former = await shownBy(trx, id)
  try {
    const updated = await trx
      .updateTable('works')
      .set({ ...fields, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', id)
      .where('state', '<>', 'trashed')
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
  } catch (error) {
    throw uploadUsed(error)
  }
  if (fields.tags ?? fields.visibility) await spellTags(trx, id)
  await forgetAims(trx, uploadsIn(fields))
  await showFiles(trx, id, former)
  return true
}

const uploadsIn = ({ upload_id: model, video_upload_id: video }: WorkFields) => [model ?? [], video ?? []].flat()

/** Makes a finished image the cover or last image of its work. Trashed works and full image lists stay unchanged. */
export async function joinWork(trx: Db, imageId: string): Promise<void> {
  const image = await trx
    .selectFrom('images')
    .innerJoin('works', (join) =>
      join.onRef('works.id', '=', 'joins_work_id').onRef('works.owner_id', '=', 'images.owner_id'),
    )
    .select(['works.id', 'purpose', 'image_ids'])
    .where('images.id', '=', imageId)
    .forNoKeyUpdate('works')
    .executeTakeFirst()
  if (!image) return
  if (image.purpose === 'cover') await updateWork(trx, image.id, { cover_id: imageId })
  else if (image.image_ids.length < MAX_WORK_IMAGES && !image.image_ids.includes(imageId))
    await updateWork(trx, image.id, { image_ids: [...image.image_ids, imageId] })
}

/** Gives a finished video to its work unless the work is trashed or deleted. The work's former video is not deleted. */
export async function joinWorkVideo(trx: Db, uploadId: string): Promise<void> {
  const upload = await trx
    .selectFrom('uploads')
    .innerJoin('works', (join) =>
      join.onRef('works.id', '=', 'joins_work_id').onRef('works.owner_id', '=', 'uploads.owner_id'),
    )
    .select(['works.id', 'video_upload_id'])
    .where('uploads.id', '=', uploadId)
    .forNoKeyUpdate('works')
    .executeTakeFirst()
  if (upload && upload.video_upload_id !== uploadId) await updateWork(trx, upload.id, { video_upload_id: uploadId })
}

export async function setHotspots(db: Db, id: string, hotspots: readonly Hotspot[]): Promise<boolean> {
  const updated = await db
    .updateTable('works')
    .set({ hotspots: JSON.stringify(hotspots), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '<>', 'trashed')
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

const eventOfMove = { released: 'work.released', draft: 'work.unpublished', trashed: 'work.trashed' } as const

/** False if `workArrows` or `from` excludes the move. @throws ToileError WINNING_WORK, ENTERED_WORK when trashing */
export async function moveWork(trx: Db, id: string, to: WorkState, from?: WorkState): Promise<boolean> {
  const froms = (Object.keys(workArrows) as WorkState[]).filter(
    (state) => workArrows[state].includes(to) && (!from || from === state),
  )
  const type: EventType = from === 'trashed' ? 'work.restored' : eventOfMove[to]
  // A work that is released again keeps its first release time and thus its place in the feed. The time is cut to
  // milliseconds, the precision of cursors.
  const again = to === 'released' && (await wasReleased(trx, id))
  const releasedAt: RawBuilder<unknown> =
    to === 'released' ? sql`, released_at = coalesce(released_at, date_trunc('milliseconds', now()))` : sql``
  const moved = await sql`with moved as (
      update works set state = ${to}, version = version + 1, updated_at = now()${releasedAt}
      where id = ${id} and state = any(${froms})
      returning id, 1 as attempt, version),
    ${eventOfMoved(type, again ? { again: 1 } : {})}
    select id from moved`
    .execute(trx)
    .catch((error: unknown) => {
      throw protectedWorkError(error)
    })
  if (moved.rows.length === 0) return false
  await showFiles(trx, id)
  if (to === 'released') await spellTags(trx, id)
  // A new version of the counters makes a job compute the popularity, which depends on the release time.
  if (to === 'released') await sql`update work_counters set version = version + 1 where work_id = ${id}`.execute(trx)
  return true
}

/** Locks the row, so that only one of two concurrent releases is the first. */
async function wasReleased(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('works')
    .select('released_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return Boolean(row?.released_at)
}

/** Updates which files are public. `former` is what the work showed before, such as a replaced cover. */
export async function showFiles(trx: Db, workId: string, former?: Shown): Promise<void> {
  const both = [await shownBy(trx, workId), former]
  await showFilesOf(trx, {
    uploads: both.flatMap((shown) => [shown?.uploadId ?? [], shown?.videoUploadId ?? []].flat()),
    images: both.flatMap((shown) => [shown?.coverId ?? [], shown?.imageIds ?? []].flat()),
  })
}

/**
 * Adds files to a model's upload. The files become public if the model's work is public, even if the work is being
 * published at the same time. Returns what `insert` returns.
 */
export function addToUpload<T>(db: Db, uploadId: string, insert: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    // Publishing conflicts with this lock. Either publishing waits and sees the new files, or this call waits and sees
    // the published work.
    await sql`select id from works where upload_id = ${uploadId} for share`.execute(trx)
    const result = await insert(trx)
    await showFilesOf(trx, { uploads: [uploadId], images: [] })
    return result
  })
}

type Shown = Pick<WorkRow, 'uploadId' | 'videoUploadId' | 'coverId' | 'imageIds'>

function shownBy(trx: Db, workId: string): Promise<Shown | undefined> {
  return trx
    .selectFrom('works')
    .select([
      'upload_id as uploadId',
      'video_upload_id as videoUploadId',
      'cover_id as coverId',
      'image_ids as imageIds',
    ])
    .where('id', '=', workId)
    .executeTakeFirst()
}

/** Deletes the video, not the model. False if the work is not trashed. @throws ToileError WINNING_WORK, ENTERED_WORK */
export function deleteWork(db: Db, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('works')
      .where('id', '=', id)
      .where('state', '=', 'trashed')
      .returning('video_upload_id')
      .executeTakeFirst()
      .catch((error: unknown) => {
        throw protectedWorkError(error)
      })
    if (gone?.video_upload_id) await deleteVideo(trx, gone.video_upload_id)
    return gone !== undefined
  })
}
