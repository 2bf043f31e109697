import { sql, type RawBuilder } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { EventType } from '@toile/contracts/events'
import type { Hotspot } from '@toile/contracts/works/works'
import { MAX_WORK_IMAGES, workArrows, type Visibility, type WorkState } from '@toile/contracts/works/works.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { showFilesOf } from './shown-files.js'
import { forgetAims } from '../uploads/uploads.js'
import { deleteVideo } from '../videos/videos-transitions.js'
import { spellTags } from './tags.js'
import type { WorkRow } from './works.js'

// Everything that changes a work: its fields, its files, and the one mover of its state. Reading is in works.ts.

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

/** Another work already shows this upload. */
const uploadUsed = (error: unknown) =>
  /^works_(video_)?upload_id_key$/.test((error as { constraint?: string }).constraint ?? '')
    ? new ToileError('UPLOAD_USED')
    : error

/** A work that is being judged or has won is neither trashed nor deleted; the database itself says so. */
const protectedWorkError = (error: unknown) => {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'winning_work') return new ToileError('WINNING_WORK')
  return constraint === 'entered_work' ? new ToileError('ENTERED_WORK') : error
}

/** A new draft. Call it in a transaction. */
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

/** Changes fields of a work that is not in the trash. Call it in a transaction. False when it is in the trash or gone. */
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

/**
 * A picture that was made for a work is ready: it becomes the cover, or the last of the gallery. Not where the work is in
 * the trash or gone, or its gallery is full: then it is just a picture of its owner's. Call it in a transaction.
 */
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

/**
 * A video that was made for a work is ready: it becomes the work's, in the place of any other, which stays among its
 * owner's uploads. Not where the work is in the trash or gone. Call it in a transaction.
 */
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

/** Sets the explained points of a work that is not in the trash. False when it is in the trash or gone. */
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

/**
 * The one writer of a work's state: row, version and event in one statement, then who may fetch its files.
 * Only arrows of `workArrows` move. Call it in a transaction. False when the present state forbids it.
 * @throws ToileError WINNING_WORK or ENTERED_WORK where it would go to the trash
 */
export async function moveWork(trx: Db, id: string, to: WorkState, from?: WorkState): Promise<boolean> {
  const froms = (Object.keys(workArrows) as WorkState[]).filter(
    (state) => workArrows[state].includes(to) && (!from || from === state),
  )
  const type: EventType = from === 'trashed' ? 'work.restored' : eventOfMove[to]
  // Of a work that comes back the first release counts: it is no news, and keeps its place in the feed. Milliseconds,
  // because the feed's cursor carries them.
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
  // Its place in the order `popular` follows from the time of its release.
  if (to === 'released') await sql`update work_counters set version = version + 1 where work_id = ${id}`.execute(trx)
  return true
}

/** Whether a work has been released before. Holds its row, so that of two who release it one is the first. */
async function wasReleased(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('works')
    .select('released_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return Boolean(row?.released_at)
}

/**
 * Lets everyone fetch the files of a work, or nobody, as it is now. What it showed before (`former`) is looked at as
 * well, or a cover that was replaced would stay public.
 */
export async function showFiles(trx: Db, workId: string, former?: Shown): Promise<void> {
  const both = [await shownBy(trx, workId), former]
  await showFilesOf(trx, {
    uploads: both.flatMap((shown) => [shown?.uploadId ?? [], shown?.videoUploadId ?? []].flat()),
    images: both.flatMap((shown) => [shown?.coverId ?? [], shown?.imageIds ?? []].flat()),
  })
}

/** Files are added to an upload that may be published already, or just now: they are public as its work is. Gives what `insert` gives. */
export function addToUpload<T>(db: Db, uploadId: string, insert: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    // Publishing waits for this row, and then sees the new files; or this waits, and sees the work published.
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

/**
 * Removes a trashed work for good, and its video with it. Its model's upload stays among its owner's uploads. False when
 * it is not in the trash.
 * @throws ToileError WINNING_WORK, ENTERED_WORK
 */
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
