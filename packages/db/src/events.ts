import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/reactions'
import type { Params } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import type { Cause } from '@toile/contracts/cause'
import { currentCause } from './cause.js'
import { writingEvents, type Db } from './client.js'

/**
 * Returns an SQL fragment with a CTE `event`, which writes an event for the only row of the caller's CTE `moved` (id,
 * attempt, version). The change and its event are thus one statement. Only eventOfMoved() and eventsOfMoved() write
 * events.
 */
export function eventOfMoved(type: EventType, params: Params = {}): RawBuilder<unknown> {
  return eventsWith(sql`${newId()}::uuid`, type, params)
}

/** Like eventOfMoved(), but `moved` may have any number of rows. Postgres generates the id of each event. */
export function eventsOfMoved(type: EventType): RawBuilder<unknown> {
  return eventsWith(sql`gen_random_uuid()`, type, {})
}

function eventsWith(id: RawBuilder<unknown>, type: EventType, params: Params): RawBuilder<unknown> {
  const { requestId = null, eventId = null, traceparent = null } = currentCause() ?? {}
  return writingEvents(sql`event as (insert into events (id, type, subject_id, attempt, version, params, request_id, caused_by, traceparent)
    select ${id}, ${type}, id, attempt, version, ${JSON.stringify(params)}::jsonb, ${requestId}::uuid, ${eventId}::uuid,
      ${traceparent}::text from moved)`)
}

export interface ClaimedEvent {
  id: string
  type: EventType
  subject_id: string
  attempt: number
  version: number
  params: Params
  created_at: Date
  request_id: string | null
  traceparent: string | null
}

/** The cause that the event's jobs get. Undefined unless an API request caused the event. */
export function causeOf({ id, request_id, traceparent }: ClaimedEvent): Cause | undefined {
  return request_id ? { requestId: request_id, eventId: id, ...(traceparent && { traceparent }) } : undefined
}

// A condition that is always true. It turns off `synchronous_commit` for the transaction, because waiting for the disk
// took most of a claim's time. A crash of Postgres may lose claims and `published_at`. Such events are claimed again.
const unhurried = sql`(select set_config('synchronous_commit', 'off', true)) is not null`

/**
 * Claims events of these types for `seconds`. Delivery is unordered and at least once: the claims of a dead relay
 * expire, and other relays claim its events again. Event types of a newer version are left to that version's relays.
 */
export async function claimEvents(
  db: Db,
  { types, limit, seconds }: { types: readonly EventType[]; limit: number; seconds: number },
): Promise<ClaimedEvent[]> {
  const claimed = await sql<ClaimedEvent>`
    update events set claimed_until = now() + make_interval(secs => ${seconds})
    where (id, created_at) in (
      select id, created_at from events
      where published_at is null and (claimed_until is null or claimed_until < now()) and type = any(${types})
        and ${unhurried}
      order by created_at, id limit ${limit} for update skip locked)
    returning id, type, subject_id, attempt, version, params, created_at, request_id, traceparent`.execute(db)
  return claimed.rows
}

export async function markPublished(db: Db, events: readonly ClaimedEvent[]): Promise<void> {
  const ids = events.map((event) => event.id)
  // This lower bound of `created_at` lets Postgres skip older partitions.
  const since = new Date(Math.min(...events.map((event) => event.created_at.getTime())) - 1)
  await sql`update events set published_at = now()
    where id = any(${ids}::uuid[]) and created_at >= ${since} and ${unhurried}`.execute(db)
}

export async function oldestUnpublishedSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{
    seconds: number | null
  }>`select extract(epoch from now() - min(created_at))::float8 as seconds
    from events where published_at is null`.execute(db)
  return rows[0]!.seconds ?? 0
}

/** Creates the partitions of this month and the next two, and drops those that ended more than 90 days ago. */
export async function rollEventPartitions(db: Db): Promise<void> {
  await sql`select ensure_event_partitions(interval '90 days')`.execute(db)
}
