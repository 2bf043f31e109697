import { sql, type RawBuilder } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { EventType } from '@toile/contracts/events'
import type { ModelFacts } from '@toile/contracts/models'
import type { ClosedFormat } from '@toile/contracts/models.constants'
import type { UploadStage } from '@toile/contracts/uploads.constants'
import type { Hotspot } from '@toile/contracts/works'
import { maxWorkImages, workArrows, type Visibility, type WorkState } from '@toile/contracts/works.constants'
import { inTransaction, type Db } from '../client.js'
import { idCursor, pageOf, type Page } from '../cursors.js'
import { eventOfMoved } from '../events.js'
import { showFilesOf } from './shown-files.js'
import { deleteVideo } from './videos-states.js'

export interface WorkRow {
  id: string
  owner_id: string
  title: string
  intro: string
  categories: string[]
  tags: string[]
  visibility: Visibility
  state: WorkState
  cover_id: string | null
  upload_id: string | null
  video_upload_id: string | null
  released_at: Date | null
  hotspots: Hotspot[]
  image_ids: string[]
  downloadable: boolean
  hidden_at: Date | null
  hidden_reason: string | null
  featured_at: Date | null
  version: number
  created_at: Date
  username: string
  nickname: string
  avatar_id: string | null
  likes: number
  comments: number
  views: number
  model_file_id: string | null
  model_bytes: number | null
  model_public: boolean | null
  preview_file_id: string | null
  preview_bytes: number | null
  preview_public: boolean | null
  ar_file_id: string | null
  ar_bytes: number | null
  ar_public: boolean | null
  closed_format: ClosedFormat | null
  original_file_id: string | null
  original_bytes: number | null
  original_public: boolean | null
  facts: ModelFacts | null
  upload_stage: UploadStage | null
  video_stage: UploadStage | null
}

/** Works with all that their view needs. */
export const selectWorks = (db: Db) =>
  db
    .selectFrom('works')
    .innerJoin('users', 'users.id', 'works.owner_id')
    .innerJoin('work_counters', 'work_counters.work_id', 'works.id')
    .leftJoin('uploads', 'uploads.id', 'works.upload_id')
    .leftJoin('uploads as video', 'video.id', 'works.video_upload_id')
    .leftJoin('files as model', 'model.id', 'uploads.model_file_id')
    .leftJoin('files as preview', 'preview.id', 'uploads.preview_file_id')
    .leftJoin('files as ar', 'ar.id', 'uploads.ar_file_id')
    .leftJoin('files as original', 'original.id', 'uploads.original_file_id')
    .select([
      'works.id',
      'works.owner_id',
      'title',
      'intro',
      'categories',
      'tags',
      'visibility',
      'works.state',
      'cover_id',
      'upload_id',
      'video_upload_id',
      'released_at',
      'hotspots',
      'image_ids',
      'downloadable',
      'works.hidden_at',
      'works.hidden_reason',
      'works.featured_at',
      'works.version',
      'works.created_at',
      'users.username',
      'users.nickname',
      'users.avatar_id',
      'likes',
      'comments',
      'views',
      'uploads.model_file_id',
      'model.bytes as model_bytes',
      'model.public as model_public',
      'uploads.preview_file_id',
      'preview.bytes as preview_bytes',
      'preview.public as preview_public',
      'uploads.ar_file_id',
      'ar.bytes as ar_bytes',
      'ar.public as ar_public',
      'uploads.closed_format',
      'uploads.original_file_id',
      'original.bytes as original_bytes',
      'original.public as original_public',
      'uploads.facts',
      'uploads.stage as upload_stage',
      'video.stage as video_stage',
    ])

export function findWork(db: Db, id: string): Promise<WorkRow | undefined> {
  return selectWorks(db).where('works.id', '=', id).executeTakeFirst()
}

/** These works, in no order. */
export function findWorks(db: Db, ids: readonly string[]): Promise<WorkRow[]> {
  return selectWorks(db)
    .where(sql<boolean>`works.id = any(${ids}::uuid[])`)
    .execute()
}

/** The work that each of these uploads is part of, as a model or as a video; it is part of one at most. */
export async function worksOfUploads(db: Db, uploadIds: readonly string[]): Promise<Map<string, string>> {
  const ids = sql`any(${uploadIds}::uuid[])`
  const rows = await db
    .selectFrom('works')
    .select(['id', 'upload_id', 'video_upload_id'])
    .where(sql<boolean>`(upload_id = ${ids} or video_upload_id = ${ids})`)
    .execute()
  return new Map(
    rows.flatMap(({ id, ...uploads }) => Object.values(uploads).flatMap((upload) => (upload ? [[upload, id]] : []))),
  )
}

export async function workOwner(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('works').select('owner_id').where('id', '=', id).executeTakeFirst()
  return row?.owner_id
}

/** Works of one person, of one state or of all, the newest first. */
export async function listOwnWorks(
  db: Db,
  {
    ownerId,
    state,
    limit,
    cursor,
  }: { ownerId: string; state?: WorkState | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<WorkRow>> {
  const before = idCursor(cursor)
  let query = selectWorks(db).where('works.owner_id', '=', ownerId)
  if (state) query = query.where('works.state', '=', state)
  if (before) query = query.where('works.id', '<', before)
  const rows = await query
    .orderBy('works.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => [row.id])
}

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

/** A winning work is neither trashed nor deleted; the database itself says so. */
const winningWork = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'winning_work' ? new ToileError('WINNING_WORK') : error

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
  await showFiles(trx, id, former)
  return true
}

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
  else if (image.image_ids.length < maxWorkImages && !image.image_ids.includes(imageId))
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
 * @throws ToileError WINNING_WORK where it would go to the trash
 */
export async function moveWork(trx: Db, id: string, to: WorkState, from?: WorkState): Promise<boolean> {
  const froms = (Object.keys(workArrows) as WorkState[]).filter(
    (state) => workArrows[state].includes(to) && (!from || from === state),
  )
  const type: EventType = from === 'trashed' ? 'work.restored' : eventOfMove[to]
  // Milliseconds, because the feed's cursor carries them.
  const releasedAt: RawBuilder<unknown> =
    to === 'released' ? sql`, released_at = date_trunc('milliseconds', now())` : sql``
  const moved = await sql`with moved as (
      update works set state = ${to}, version = version + 1, updated_at = now()${releasedAt}
      where id = ${id} and state = any(${froms})
      returning id, 1 as attempt, version),
    ${eventOfMoved(type)}
    select id from moved`
    .execute(trx)
    .catch((error: unknown) => {
      throw winningWork(error)
    })
  if (moved.rows.length === 0) return false
  await showFiles(trx, id)
  // Its place in the order `popular` follows from the time of its release.
  if (to === 'released') await sql`update work_counters set version = version + 1 where work_id = ${id}`.execute(trx)
  return true
}

/**
 * Lets everyone fetch the files of a work, or nobody, as it is now. What it showed before (`former`) is looked at as
 * well, or a cover that was replaced would stay public.
 */
export async function showFiles(trx: Db, workId: string, former?: Shown): Promise<void> {
  const both = [await shownBy(trx, workId), former]
  await showFilesOf(trx, {
    uploads: both.flatMap((shown) => [shown?.upload_id ?? [], shown?.video_upload_id ?? []].flat()),
    images: both.flatMap((shown) => [shown?.cover_id ?? [], shown?.image_ids ?? []].flat()),
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

type Shown = Pick<WorkRow, 'upload_id' | 'video_upload_id' | 'cover_id' | 'image_ids'>

function shownBy(trx: Db, workId: string): Promise<Shown | undefined> {
  return trx
    .selectFrom('works')
    .select(['upload_id', 'video_upload_id', 'cover_id', 'image_ids'])
    .where('id', '=', workId)
    .executeTakeFirst()
}

/**
 * Removes a trashed work for good, and its video with it. Its model's upload stays among its owner's uploads. False when
 * it is not in the trash.
 * @throws ToileError WINNING_WORK
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
        throw winningWork(error)
      })
    if (gone?.video_upload_id) await deleteVideo(trx, gone.video_upload_id)
    return gone !== undefined
  })
}
