import { sql, type RawBuilder } from 'kysely'
import type { Cause } from '@toile/contracts/cause'
import { ToileError } from '@toile/contracts/errors'
import { MAX_QUEUED_IMAGES } from '@toile/contracts/images/images.constants'
import { dueOfStage } from '@toile/contracts/uploads/upload-queue'
import { maxQueuedUploads, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { inCause } from '../cause.js'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

// Fair queueing of uploads, images and videos. Items wait in Postgres as rows without `admitted_at`. Redis gets at most
// two jobs per worker slot: one that runs and one that waits. Without workers, Redis gets one job.

/** Queues whose jobs wait in Postgres; the names are those of the tables. */
export const admissionQueues = ['uploads', 'images', 'videos'] as const
export type AdmissionQueue = (typeof admissionQueues)[number]

export const isAdmissionQueue = (queue: string): queue is AdmissionQueue =>
  admissionQueues.some((name) => name === queue)

// The conditions below must repeat those of the indexes word for word, and each query must use the order of its index.
// Few rows match atWork(), and few owners are skipped. The queries are written so that Postgres estimates this, because
// its plans for higher estimates would be slower.

const pendingOrProcessing = sql`status in ('pending', 'processing')`
const inMotion: Record<AdmissionQueue, RawBuilder<unknown>> = {
  uploads: sql`(received_at is not null and stage in ('upload', 'finished', 'processed') or wanted_correction is not null)`,
  images: pendingOrProcessing,
  videos: pendingOrProcessing,
}
const waiting = (queue: AdmissionQueue) => sql`admitted_at is null and ${inMotion[queue]}`
/** Rows whose jobs run or wait in Redis for this queue. A verified video upload counts for the video queue instead. */
const atWork = (queue: AdmissionQueue) =>
  sql`admitted_at is not null and ${inMotion[queue]} ${queue === 'uploads' ? sql`and (kind <> 'video' or stage = 'upload')` : sql``}`

type DueEvent = (typeof dueOfStage)[keyof typeof dueOfStage] | 'upload.remake' | 'image.due' | 'video.due'
const due: Record<AdmissionQueue, RawBuilder<unknown>> = {
  uploads: sql`case when wanted_correction is not null then ${'upload.remake' satisfies DueEvent}::text
    when stage = 'upload' then ${dueOfStage.upload}::text
    when stage = 'finished' then ${dueOfStage.finished}::text else ${dueOfStage.processed}::text end`,
  images: sql`${'image.due' satisfies DueEvent}::text`,
  videos: sql`${'video.due' satisfies DueEvent}::text`,
}
const inTurn = sql`order by turn nulls first, id`

/** Locks the user's row, so that concurrent checks of a per-user limit run one after the other. Needs a transaction. */
export const lockUser = (trx: Db, ownerId: string) =>
  sql`select from users where id = ${ownerId} for no key update`.execute(trx)

export async function lockOwner(trx: Db, queue: AdmissionQueue, id: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select users.id from users join ${sql.table(queue)} i on i.owner_id = users.id
    where i.id = ${id} for no key update of users`.execute(trx)
  return found.rows[0]?.id
}

/**
 * The turn of a user's new item. It is the queue's current turn or, if later, the turn after the user's last item. A
 * newcomer thus waits for at most one waiting item of each other user, unless items were skipped. Requires lockUser().
 * The method is start-time fair queueing: Goyal, Vin, Cheng, SIGCOMM 1996.
 */
export function nextTurn(queue: AdmissionQueue, ownerId: string): RawBuilder<number> {
  return sql`(select greatest((select turn from admission_queues where queue = ${queue}),
    (select turn + 1 from ${sql.table(queue)} where owner_id = ${ownerId} and turn is not null
      and (admitted_at is not null or ${inMotion[queue]}) order by turn desc limit 1)))`
}

/**
 * A row that a worker moves counts as admitted, even if a relay of an older version queued it without admission. A
 * failed row does not, because an item can also fail before its admission, when an operator stops it.
 */
export const admittedBy = (to: string): RawBuilder<unknown> =>
  to === 'failed' ? sql`` : sql`, admitted_at = coalesce(admitted_at, now())`

/** After this time, one of the user's queued items has probably ended. */
const RETRY_AFTER_SECONDS = 10

async function assertFewer(trx: Db, ownerId: string, limit: number, rows: RawBuilder<unknown>): Promise<void> {
  await lockUser(trx, ownerId)
  const found = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(trx)
  if (found.rows[0]!.count >= limit)
    throw new ToileError('TOO_MANY_IN_LINE', { params: { limit }, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Checks the limit of a user's queued uploads of this kind and locks the user. @throws ToileError TOO_MANY_IN_LINE */
export function assertRoomForUpload(trx: Db, ownerId: string, kind: UploadKind): Promise<void> {
  const rows = sql`uploads where owner_id = ${ownerId} and kind = ${kind}
    and (stage in ('upload', 'finished', 'processed') or wanted_correction is not null)`
  return assertFewer(trx, ownerId, maxQueuedUploads[kind], rows)
}

/** Checks the limit of a user's queued images and locks the user. @throws ToileError TOO_MANY_IN_LINE */
export function assertRoomForImage(trx: Db, ownerId: string): Promise<void> {
  return assertFewer(trx, ownerId, MAX_QUEUED_IMAGES, sql`images where owner_id = ${ownerId} and ${inMotion.images}`)
}

/**
 * Admits items, each in its own transaction, until the jobs of `maxAdmitted` items wait in Redis or run. If a user
 * without a confirmed email has such a job, the user's other items are skipped. @returns the number of admitted items
 */
export async function admitWaiting(db: Db, queue: AdmissionQueue, maxAdmitted: number): Promise<number> {
  const { rows } = await sql`select from ${sql.table(queue)} where ${waiting(queue)} ${inTurn} limit 1`.execute(db)
  if (rows.length === 0) return 0
  let admitted = 0
  while (admitted < maxAdmitted && (await admitNext(db, queue, maxAdmitted))) admitted++
  return admitted
}

function admitNext(db: Db, queue: AdmissionQueue, maxAdmitted: number): Promise<boolean> {
  const table = sql.table(queue)
  return inTransaction(db, async (trx) => {
    // Serializes relays, even one that resumes after a freeze, so that the count below stays valid.
    await sql`select from admission_queues where queue = ${queue} for no key update`.execute(trx)
    const found = await sql<{ id: string; turn: number | null; due: DueEvent; sinceMs: number; cause: Cause | null }>`
      with busy as materialized (
        select owner_id from ${table} where ${atWork(queue)} order by owner_id limit ${maxAdmitted})
      select id, turn, ${due[queue]} as due, (extract(epoch from updated_at) * 1000)::float8 as "sinceMs", (
        select jsonb_strip_nulls(jsonb_build_object('requestId', request_id, 'eventId', id, 'traceparent', traceparent))
        from events where subject_id = i.id and request_id is not null order by created_at desc limit 1) as cause
      from ${table} i
      where ${waiting(queue)} and (select count(*) from busy) < ${maxAdmitted}
        and array_position(array(
          select owner_id from busy join users on users.id = owner_id where email_verified_at is null), owner_id) is null
      ${inTurn} limit 1 for no key update of i skip locked`.execute(trx)
    const next = found.rows[0]
    if (!next) return false
    // For tracing, the event gets the cause of the item's last event that an API request caused.
    await inCause(next.cause ?? undefined, () =>
      sql`with moved as (
          update ${table} set admitted_at = now(), version = version + 1, updated_at = now() where id = ${next.id}
          returning id, attempt, version),
        come as (update admission_queues set turn = ${next.turn}::bigint where queue = ${queue} and turn < ${next.turn}::bigint),
        ${eventOfMoved(next.due, { waitedSinceMs: Math.floor(next.sinceMs) })}
        select 1`.execute(trx),
    )
    return true
  })
}

export interface Waiting {
  id: string
  attempt: number
  due: DueEvent
}

/** The first items in the queue's order, including those skipped while another item of their owner is at work. */
export async function headOfAdmissionQueue(db: Db, queue: AdmissionQueue, limit: number): Promise<Waiting[]> {
  const found = await sql<Waiting>`select id, attempt, ${due[queue]} as due from ${sql.table(queue)}
    where ${waiting(queue)} ${inTurn} limit ${limit}`.execute(db)
  return found.rows
}

export async function waitingOf(db: Db, queue: AdmissionQueue, ownerId: string): Promise<Waiting[]> {
  const found = await sql<Waiting>`select id, attempt, ${due[queue]} as due from ${sql.table(queue)}
    where ${waiting(queue)} and owner_id = ${ownerId}`.execute(db)
  return found.rows
}

/** Number of items at the queue's head that are read for `people` and waitTimesOf(). */
const COUNTED = 500

export interface AdmissionQueueLength {
  count: number
  /** Null for an empty queue. */
  oldestSeconds: number | null
  /** Ids of the owners of the first 500 items. */
  people: string[]
}

export async function admissionQueueLength(db: Db, queue: AdmissionQueue): Promise<AdmissionQueueLength> {
  const table = sql.table(queue)
  const found = await sql<AdmissionQueueLength>`select count(*)::int as count,
      extract(epoch from now() - min(updated_at))::float8 as "oldestSeconds",
      (select coalesce(array_agg(distinct owner_id::text), '{}') from (
        select owner_id from ${table} where ${waiting(queue)} ${inTurn} limit ${COUNTED}) f) as people
    from ${table} where ${waiting(queue)}`.execute(db)
  return found.rows[0]!
}

export async function waitTimesOf(db: Db, queue: AdmissionQueue): Promise<{ id: string; seconds: number }[]> {
  const found = await sql<{ id: string; seconds: number }>`select id,
      extract(epoch from now() - updated_at)::float8 as seconds
    from ${sql.table(queue)} where ${waiting(queue)} ${inTurn} limit ${COUNTED}`.execute(db)
  return found.rows
}
