import { sql, type RawBuilder } from 'kysely'
import type { EventType } from '@toile/contracts/events'
import type { Params } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import type { Cause } from '@toile/contracts/cause'
import { currentCause } from './cause.js'
import { writingEvents, type Db } from './client.js'

/**
 * The event half of a state mover: a CTE named `event` that writes one event for each row of a CTE named `moved`
 * (which returns id, attempt and version), so that row, version and event stand or fall as one statement. Nothing else
 * writes events. An event says what set it off, see cause.ts.
 */
export function eventOfMoved(type: EventType, params: Params = {}): RawBuilder<unknown> {
  return eventsWith(sql`${newId()}::uuid`, type, params)
}

/** The same where `moved` may hold several rows: their events need an id each. */
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

/** What the jobs of an event are told; undefined where it was not set off by a call of the API. */
export function causeOf({ id, request_id, traceparent }: ClaimedEvent): Cause | undefined {
  return request_id ? { requestId: request_id, eventId: id, ...(traceparent && { traceparent }) } : undefined
}

/**
 * A condition that is always true: the statement's commit does not wait for the disk, which takes most of a claim's time.
 * What a crash of Postgres takes back of it is claimed or published once more, and that is harmless.
 */
const unhurried = sql`(select set_config('synchronous_commit', 'off', true)) is not null`

/**
 * Claims up to `limit` unpublished events of the types given for `seconds`. Not in order and at least once: a relay
 * that dies gives its claims back by time. Types that this version does not know are left for one that does.
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

/** Marks events as published. */
export async function markPublished(db: Db, events: readonly ClaimedEvent[]): Promise<void> {
  const ids = events.map((event) => event.id)
  // created_at lets Postgres look into the partitions concerned only.
  const since = new Date(Math.min(...events.map((event) => event.created_at.getTime())) - 1)
  await sql`update events set published_at = now()
    where id = any(${ids}::uuid[]) and created_at >= ${since} and ${unhurried}`.execute(db)
}

/** How long the oldest event has waited for a relay, in seconds; 0 when none waits. */
export async function oldestUnpublishedSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{
    seconds: number | null
  }>`select extract(epoch from now() - min(created_at))::float8 as seconds
    from events where published_at is null`.execute(db)
  return rows[0]!.seconds ?? 0
}

/** Makes the coming months' partitions and drops those past their keep of 90 days. */
export async function rollEventPartitions(db: Db): Promise<void> {
  await sql`select ensure_event_partitions(interval '90 days')`.execute(db)
}
