import { sql, type RawBuilder } from 'kysely'
import { REFERENCE_CHECK_DAYS, REMOVAL_DAYS, REMOVAL_NOTICE_DAYS } from '@toile/contracts/uploads/removals.constants'
import { inTransaction, type Db } from '../client.js'
import { shownAmong } from '../image-references.js'
import { isPointedAt } from './files.js'
import { insertMail } from '../notifications/mails.js'
import { notify } from '../notifications/notifications.js'

// Scheduled removal of unused images and of uploads of users without a confirmed email. The clock is that of Postgres.
// Each function handles one batch and may run twice or late.

/** Maximum number of images per statement, and of uploads per user. */
const BATCH = 500
const PEOPLE = 100

const inDays = (days: number) => sql`now() + make_interval(days => ${days})`
const isToAnnounce = sql`removal_announced_at is null and removal_due_at < ${inDays(REMOVAL_NOTICE_DAYS)}`
/** Items whose notice is due soon are announced with those whose notice is due, so that no user is notified daily. */
const isToAnnounceSoon = sql`removal_announced_at is null and removal_due_at < ${inDays(2 * REMOVAL_NOTICE_DAYS)}`
const isToRemove = sql`removal_announced_at < ${inDays(-REMOVAL_NOTICE_DAYS)} and removal_due_at < now()`

const isPicture = sql`upload_id is null and status in ('ready', 'failed')`
/** Excludes uploads still being processed. */
const isAtRest = sql`received_at is not null and stage in ('ready_to_publish', 'failed')`

/** Sets the removal date of images that have become unused since their last check. @returns the number checked */
export function checkReferences(db: Db): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<Held>`select id from images where upload_id is null and removal_due_at is null
        and references_checked_at < ${inDays(-REFERENCE_CHECK_DAYS)}
      order by references_checked_at limit ${BATCH} for no key update skip locked`.execute(trx)
    const ids = rows.map(({ id }) => id)
    const shown = [...(await shownAmong(trx, ids))]
    await sql`update images set references_checked_at = now(),
        removal_due_at = case when id <> all(${shown}::uuid[]) then ${inDays(REMOVAL_DAYS)} end
      where id = any(${ids}::uuid[])`.execute(trx)
    return ids.length
  })
}

/** Notifies owners that unused images will be removed soon. @returns the number of owners with such images */
export async function announcePictures(db: Db): Promise<number> {
  const owners = await ownersOf(db, sql`images`, sql`${isPicture} and ${isToAnnounce}`)
  for (const ownerId of owners)
    await inTransaction(db, async (trx) => {
      const pictures = await lockPictures(trx, sql`owner_id = ${ownerId} and ${isToAnnounceSoon}`)
      const date = await announced(trx, 'images', pictures)
      // The notification does not count failed images, because they have no files that their owner could lose.
      const count = pictures.filter(({ status }) => status === 'ready').length
      if (count > 0) await notifyOwner(trx, ownerId, { of: 'picture', count, date, key: pictures[0]!.id })
    })
  return owners.length
}

/** Removes announced images that are still unused; a later purge removes the bytes. @returns the number removed */
export function removePictures(db: Db): Promise<number> {
  return inTransaction(db, async (trx) => {
    const ids = (await lockPictures(trx, isToRemove)).map(({ id }) => id)
    const files = await sql<{ id: string }>`select original_file_id as id from images
        where id = any(${ids}::uuid[]) and original_file_id is not null
      union select file_id from image_variants where image_id = any(${ids}::uuid[])`.execute(trx)
    await sql`delete from images where id = any(${ids}::uuid[])`.execute(trx)
    await letGo(trx, files.rows)
    return ids.length
  })
}

/** Notifies users without a confirmed email of uploads to be removed soon, also by mail. @returns the user count */
export async function announceUploads(db: Db): Promise<number> {
  const owners = await ownersOf(db, sql`uploads`, sql`${isToAnnounce} and ${isAtRest}`)
  for (const ownerId of owners)
    await inTransaction(db, async (trx) => {
      const { email, uploads } = await lockUploads(trx, ownerId, isToAnnounceSoon)
      if (uploads.length === 0) return
      const date = await announced(trx, 'uploads', uploads)
      await notifyOwner(trx, ownerId, { of: 'upload', count: uploads.length, date, key: uploads[0]!.id })
      if (email) await insertMail(trx, { kind: 'uploads_removal', userId: ownerId, address: email, params: { date } })
    })
  return owners.length
}

/** Removes announced uploads with everything made of them, except images used elsewhere. @returns the number removed */
export async function removeUploads(db: Db): Promise<number> {
  let removed = 0
  for (const ownerId of await ownersOf(db, sql`uploads`, sql`${isToRemove} and ${isAtRest}`))
    await inTransaction(db, async (trx) => {
      const { uploads } = await lockUploads(trx, ownerId, isToRemove)
      await deleteUploads(
        trx,
        uploads.map(({ id }) => id),
      )
      removed += uploads.length
    })
  return removed
}

async function ownersOf(db: Db, table: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<string[]> {
  const found = await sql<{ owner_id: string }>`select distinct owner_id from (select owner_id from ${table}
    where ${which} order by removal_due_at limit ${PEOPLE}) as first`.execute(db)
  return found.rows.map(({ owner_id: id }) => id)
}

interface Held {
  id: string
  status?: string
}

/** Locks images and returns the unused ones. Clears the removal date of the others. Skips images locked elsewhere. */
async function lockPictures(trx: Db, which: RawBuilder<unknown>): Promise<Held[]> {
  const { rows } = await sql<Held>`select id, status from images where ${isPicture} and ${which}
    order by removal_due_at limit ${BATCH} for update skip locked`.execute(trx)
  // A separate statement, so that it sees what other transactions committed before the rows were locked.
  const shown = await shownAmong(
    trx,
    rows.map(({ id }) => id),
  )
  await sql`update images set removal_due_at = null, removal_announced_at = null, references_checked_at = now()
    where id = any(${[...shown]}::uuid[])`.execute(trx)
  return rows.filter(({ id }) => !shown.has(id))
}

// Locks the user and the uploads. Clears the removal date of uploads in use, and does not return them. If the user is
// now confirmed or in a tenant, all these uploads count as in use.
async function lockUploads(trx: Db, ownerId: string, which: RawBuilder<unknown>) {
  const { rows: people } = await sql<{ email: string | null; is_known: boolean }>`
    select case when email_refused_at is null then email::text end as email,
      email_verified_at is not null or tenant_id is not null as is_known
    from users where id = ${ownerId} for no key update`.execute(trx)
  const { rows } = await sql<Held>`select id from uploads where owner_id = ${ownerId} and ${isAtRest} and ${which}
    order by removal_due_at limit ${BATCH} for update skip locked`.execute(trx)
  const { email, is_known: isKnown } = people[0]!
  const unmarked = await sql<Held>`update uploads set removal_due_at = null, removal_announced_at = null
    where id = any(${rows.map(({ id }) => id)}::uuid[]) and (${isKnown} or ${isUsed}) returning id`.execute(trx)
  const unmarkedIds = new Set(unmarked.rows.map(({ id }) => id))
  return { email, uploads: rows.filter(({ id }) => !unmarkedIds.has(id)) }
}

// Condition on `uploads`: the upload is in use. Drafts do not count, because a draft keeps its text and only loses a
// file that only the owner has seen.
const isUsed = sql`(exists (select from works w where w.released_at is not null
    and uploads.id in (w.upload_id, w.video_upload_id))
  or exists (select from work_versions where upload_id = uploads.id)
  or exists (select from work_versions where video_upload_id = uploads.id)
  or exists (select from market_items where upload_id = uploads.id)
  or exists (select from videos v join course_videos l on l.video_id = v.id where v.upload_id = uploads.id))`

/** Gives all these items the same removal date, at least `REMOVAL_NOTICE_DAYS` from now. @returns its UTC day */
async function announced(trx: Db, table: 'images' | 'uploads', held: Held[]): Promise<string> {
  const ids = held.map(({ id }) => id)
  const { rows } = await sql<{ date: string }>`update ${sql.table(table)} set removal_announced_at = now(),
      removal_due_at = greatest(${inDays(REMOVAL_NOTICE_DAYS)},
        (select max(removal_due_at) from ${sql.table(table)} where id = any(${ids}::uuid[])))
    where id = any(${ids}::uuid[])
    returning to_char(removal_due_at at time zone 'utc', 'YYYY-MM-DD') as date`.execute(trx)
  return rows[0]?.date ?? ''
}

interface RemovalNotice {
  of: 'picture' | 'upload'
  count: number
  date: string
  /** Id of the first item. This id and the date identify the notification. */
  key: string
}

async function notifyOwner(trx: Db, userId: string, { of, count, date, key }: RemovalNotice): Promise<void> {
  const removal = count === 1 ? of : (`${of}s` as const)
  await notify(trx, { userId, kind: 'removal', key: `removal:${key}:${date}`, params: { removal, count, date } })
}

async function deleteUploads(trx: Db, ids: readonly string[]): Promise<void> {
  const gone = sql`any(${ids}::uuid[])`
  const files = await sql<{ id: string }>`
    select unnest(array[original_file_id, model_file_id, preview_file_id, ar_file_id]) as id from uploads where id = ${gone}
    union select storyboard_file_id from videos where upload_id = ${gone}
    union select file_id from video_renditions r join videos v on v.id = r.video_id where v.upload_id = ${gone}
    union select file_id from image_variants i join images p on p.id = i.image_id where p.upload_id = ${gone}`.execute(
    trx,
  )
  const made = await sql<{ id: string }>`select id from images where upload_id = ${gone}`.execute(trx)
  const pictures = made.rows.map(({ id }) => id)
  await sql`update works set version = version + 1, updated_at = now(),
      upload_id = case when upload_id = ${gone} then null else upload_id end,
      video_upload_id = case when video_upload_id = ${gone} then null else video_upload_id end,
      cover_id = case when cover_id = any(${pictures}::uuid[]) then null else cover_id end,
      image_ids = array(select id from unnest(image_ids) with ordinality as shown (id, place)
        where id <> all(${pictures}::uuid[]) order by place),
      hotspots = case when upload_id = ${gone} then '[]' else hotspots end
    where upload_id = ${gone} or video_upload_id = ${gone}`.execute(trx)
  // An image that is also used elsewhere becomes independent of the upload.
  const shown = [...(await shownAmong(trx, pictures))]
  await sql`update images set upload_id = null where id = any(${shown}::uuid[])`.execute(trx)
  await sql`delete from uploads where id = ${gone}`.execute(trx)
  await letGo(trx, files.rows)
}

async function letGo(trx: Db, files: readonly { id: string | null }[]): Promise<void> {
  const ids = files.flatMap(({ id }) => id ?? [])
  await sql`update files set state = 'deleted', public = false where id = any(${ids}::uuid[]) and not ${isPointedAt}`.execute(
    trx,
  )
}
