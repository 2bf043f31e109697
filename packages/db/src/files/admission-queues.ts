import { sql, type RawBuilder } from 'kysely'
import type { Cause } from '@toile/contracts/cause'
import { ToileError } from '@toile/contracts/errors'
import { MAX_QUEUED_IMAGES } from '@toile/contracts/images/images.constants'
import { dueOfStage } from '@toile/contracts/uploads/upload-queue'
import { maxQueuedUploads, type UploadKind } from '@toile/contracts/uploads/uploads.constants'
import { inCause } from '../cause.js'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

// Whose turn it is among what people send. It waits in Postgres, as a row on its way that is not admitted; only about as
// many as workers have places lie in Redis. Parts of renders wait likewise, in an order of their own, see
// renders-admission.ts.

/** Queues whose jobs wait in Postgres until they are admitted; each is named as its table. */
export const admissionQueues = ['uploads', 'images', 'videos'] as const
export type AdmissionQueue = (typeof admissionQueues)[number]

export const isAdmissionQueue = (queue: string): queue is AdmissionQueue =>
  admissionQueues.some((name) => name === queue)

// The conditions are those of the indexes, word for word, or these would not be used; and each look has the order of its
// index, and no condition of whose selectivity Postgres thinks too well: it cannot guess how few of the many rows on their
// way are admitted, nor how few owners are passed over.

const pendingOrProcessing = sql`status in ('pending', 'processing')`
/** What is on its way to be ready. */
const inMotion: Record<AdmissionQueue, RawBuilder<unknown>> = {
  uploads: sql`(received_at is not null and stage in ('upload', 'finished', 'processed') or wanted_correction is not null)`,
  images: pendingOrProcessing,
  videos: pendingOrProcessing,
}
const waiting = (queue: AdmissionQueue) => sql`admitted_at is null and ${inMotion[queue]}`
/** What takes the time of this queue's workers. Of an upload that is a video the videos' do, once it is verified. */
const atWork = (queue: AdmissionQueue) =>
  sql`admitted_at is not null and ${inMotion[queue]} ${queue === 'uploads' ? sql`and (kind <> 'video' or stage = 'upload')` : sql``}`

/** What sets off the job that a row is admitted for. */
type DueEvent = (typeof dueOfStage)[keyof typeof dueOfStage] | 'upload.remake' | 'image.due' | 'video.due'
const due: Record<AdmissionQueue, RawBuilder<unknown>> = {
  uploads: sql`case when wanted_correction is not null then ${'upload.remake' satisfies DueEvent}::text
    when stage = 'upload' then ${dueOfStage.upload}::text
    when stage = 'finished' then ${dueOfStage.finished}::text else ${dueOfStage.processed}::text end`,
  images: sql`${'image.due' satisfies DueEvent}::text`,
  videos: sql`${'video.due' satisfies DueEvent}::text`,
}
const inTurn = sql`order by turn nulls first, id`

/** Locks a person's row: who counts theirs is not overtaken by a concurrent call that counts the same. Call it in a transaction. */
export const lockUser = (trx: Db, ownerId: string) =>
  sql`select from users where id = ${ownerId} for no key update`.execute(trx)

/** The same for the owner of a row. @returns who that is */
export async function lockOwner(trx: Db, queue: AdmissionQueue, id: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select users.id from users join ${sql.table(queue)} i on i.owner_id = users.id
    where i.id = ${id} for no key update of users`.execute(trx)
  return found.rows[0]?.id
}

/**
 * The turn of what a person sends now: the one that the queue has come to, or the one after their own last. So everyone has
 * one turn before anyone has the next, whoever was served least recently first, and a newcomer waits for nobody's second.
 * (Start-time fair queueing: P. Goyal, H. Vin, H. Cheng, SIGCOMM 1996.) Their row is locked.
 */
export function nextTurn(queue: AdmissionQueue, ownerId: string): RawBuilder<number> {
  return sql`(select greatest((select turn from admission_queues where queue = ${queue}),
    (select turn + 1 from ${sql.table(queue)} where owner_id = ${ownerId} and turn is not null
      and (admitted_at is not null or ${inMotion[queue]}) order by turn desc limit 1)))`
}

/**
 * What a worker moves on was admitted, also where a relay of the version before sent it at once. What is stopped while it waits was
 * not.
 */
export const admittedBy = (to: string): RawBuilder<unknown> =>
  to === 'failed' ? sql`` : sql`, admitted_at = coalesce(admitted_at, now())`

/** How soon a client may ask again: in about this time something of a full queue has ended. */
const RETRY_AFTER_SECONDS = 10

async function assertFewer(trx: Db, ownerId: string, limit: number, rows: RawBuilder<unknown>): Promise<void> {
  await lockUser(trx, ownerId)
  const found = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(trx)
  if (found.rows[0]!.count >= limit)
    throw new ToileError('TOO_MANY_IN_LINE', { params: { limit }, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/**
 * Makes sure that a person may have one upload of a kind more announced, waiting or at work. Locks their row.
 * @throws ToileError TOO_MANY_IN_LINE
 */
export function assertRoomForUpload(trx: Db, ownerId: string, kind: UploadKind): Promise<void> {
  const rows = sql`uploads where owner_id = ${ownerId} and kind = ${kind}
    and (stage in ('upload', 'finished', 'processed') or wanted_correction is not null)`
  return assertFewer(trx, ownerId, maxQueuedUploads[kind], rows)
}

/**
 * Makes sure that a person may have one picture more waiting or at work. Locks their row.
 * @throws ToileError TOO_MANY_IN_LINE
 */
export function assertRoomForImage(trx: Db, ownerId: string): Promise<void> {
  return assertFewer(trx, ownerId, MAX_QUEUED_IMAGES, sql`images where owner_id = ${ownerId} and ${inMotion.images}`)
}

/**
 * Admits so many of a queue that at most `maxAdmitted` are in Redis or at work, each by itself: killed between two, the
 * relay goes on with the next. Somebody without a confirmed email has one at work at most; their others are passed over.
 * @returns how many
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
    // One relay at a time, also beside one that was frozen in its tick: what is counted below then holds.
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
    // Of the call that queued it: what comes of it now is found by that.
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

/** What waits, and the event that will set it off. */
export interface Waiting {
  id: string
  attempt: number
  due: DueEvent
}

/** The head of a queue, the next one first. What is passed over, because its owner has one at work, keeps its position. */
export async function headOfAdmissionQueue(db: Db, queue: AdmissionQueue, limit: number): Promise<Waiting[]> {
  const found = await sql<Waiting>`select id, attempt, ${due[queue]} as due from ${sql.table(queue)}
    where ${waiting(queue)} ${inTurn} limit ${limit}`.execute(db)
  return found.rows
}

/** What of a person's waits in a queue. */
export async function waitingOf(db: Db, queue: AdmissionQueue, ownerId: string): Promise<Waiting[]> {
  const found = await sql<Waiting>`select id, attempt, ${due[queue]} as due from ${sql.table(queue)}
    where ${waiting(queue)} and owner_id = ${ownerId}`.execute(db)
  return found.rows
}

/** People of a queue who are counted, from its head. */
const COUNTED = 500

export interface AdmissionQueueLength {
  count: number
  /** Null where nobody waits. */
  oldestSeconds: number | null
  /** Ids, of the first 500. */
  people: string[]
}

/** How long a queue is. */
export async function admissionQueueLength(db: Db, queue: AdmissionQueue): Promise<AdmissionQueueLength> {
  const table = sql.table(queue)
  const found = await sql<AdmissionQueueLength>`select count(*)::int as count,
      extract(epoch from now() - min(updated_at))::float8 as "oldestSeconds",
      (select coalesce(array_agg(distinct owner_id::text), '{}') from (
        select owner_id from ${table} where ${waiting(queue)} ${inTurn} limit ${COUNTED}) f) as people
    from ${table} where ${waiting(queue)}`.execute(db)
  return found.rows[0]!
}

/** The head of a queue with the seconds that each has waited. */
export async function waitTimesOf(db: Db, queue: AdmissionQueue): Promise<{ id: string; seconds: number }[]> {
  const found = await sql<{ id: string; seconds: number }>`select id,
      extract(epoch from now() - updated_at)::float8 as seconds
    from ${sql.table(queue)} where ${waiting(queue)} ${inTurn} limit ${COUNTED}`.execute(db)
  return found.rows
}
