import { sql } from 'kysely'
import { queueNames, type QueueName } from '@toile/contracts/jobs'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { inTransaction, type Db } from '../client.js'
import type { RecentCounts } from '../schema/queues.js'
import { queueSettings } from './queue-settings.js'

export interface Measured {
  queue: QueueName
  health: QueueHealth
  /** Id of the queue's last counted event. */
  event_id: string
  recent: RecentCounts[]
}

export async function lastMeasured(db: Db): Promise<(Measured & { age_seconds: number })[]> {
  const { rows } = await sql<Measured & { age_seconds: number }>`select queue, health, event_id, recent,
    extract(epoch from now() - measured_at)::float8 as age_seconds from queue_health`.execute(db)
  return rows
}

/** The last measurements, in the order of `queueNames`. The settings are current, so that a change shows at once. */
export async function presentQueues(db: Db): Promise<QueueHealth[]> {
  const [measured, settings] = await Promise.all([lastMeasured(db), queueSettings(db)])
  return queueNames.flatMap((name) => {
    const health = measured.find(({ queue }) => queue === name)?.health
    const setting = settings.find(({ queue }) => queue === name)
    return health ? [{ ...health, paused: setting?.paused ?? false, concurrency: setting?.concurrency ?? null }] : []
  })
}

interface Sample {
  queue: QueueName
  arrived: number
  completed: number
  failed: number
  runSeconds: number
  waits: readonly number[]
  runs: readonly number[]
  waiting: number
  oldestSeconds: number
  workers: number
}

/** A measurement and the counts of the queue's events since the event with the id `before`. */
export interface Measurement extends Measured {
  before: string | undefined
  sample: Sample
}

/** Saves and returns the queues whose last event is still `before`, so that no two relays count the same events. */
export function saveMeasurements(db: Db, measured: readonly Measurement[]): Promise<Set<QueueName>> {
  return inTransaction(db, async (trx) => {
    const rows = measured.map(({ queue, health, event_id, recent }) => ({ queue, health, event_id, recent }))
    const befores = Object.fromEntries(measured.map(({ queue, before }) => [queue, before]))
    const saved = await sql<{ queue: QueueName }>`insert into queue_health as h (queue, health, event_id, recent)
      select m->>'queue', m->'health', m->>'event_id', m->'recent'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) m
      on conflict (queue) do update set health = excluded.health, event_id = excluded.event_id,
        recent = excluded.recent, measured_at = now()
      where h.event_id = ${JSON.stringify(befores)}::jsonb ->> h.queue
      returning queue`.execute(trx)
    const queues = new Set(saved.rows.map(({ queue }) => queue))
    await addSamples(
      trx,
      measured.flatMap(({ queue, sample }) => (queues.has(queue) ? sample : [])),
    )
    return queues
  })
}

/** Adds samples to the current minute's row, which holds sums, the longest queue and wait, and the fewest workers. */
async function addSamples(db: Db, samples: readonly Sample[]): Promise<void> {
  await sql`insert into queue_history as h (queue, span, at, arrived, completed, failed, run_seconds, waits, runs, waiting,
      oldest_seconds, workers)
    select queue, 'minute', date_trunc('minute', now()), arrived, completed, failed, "runSeconds", waits, runs, waiting,
      "oldestSeconds", workers
    from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) as s (queue text, arrived int, completed int, failed int,
      "runSeconds" float8, waits int[], runs int[], waiting int, "oldestSeconds" float8, workers int)
    on conflict (queue, span, at) do update set
      arrived = h.arrived + excluded.arrived, completed = h.completed + excluded.completed,
      failed = h.failed + excluded.failed, run_seconds = h.run_seconds + excluded.run_seconds,
      waits = add_counts(h.waits, excluded.waits), runs = add_counts(h.runs, excluded.runs),
      waiting = greatest(h.waiting, excluded.waiting),
      oldest_seconds = greatest(h.oldest_seconds, excluded.oldest_seconds),
      workers = least(h.workers, excluded.workers)`.execute(db)
}

export interface LastHour {
  queue: QueueName
  waits: number[]
  runs: number[]
  /** Average run time per job; null without jobs. */
  run_seconds: number | null
}

export async function lastHour(db: Db): Promise<Map<QueueName, LastHour>> {
  const { rows } = await sql<LastHour>`select queue, sum_counts(waits) as waits, sum_counts(runs) as runs,
      sum(run_seconds) / nullif(sum(completed + failed), 0) as run_seconds
    from queue_history where span = 'minute' and at > now() - interval '1 hour'
      and (waits <> '{}' or runs <> '{}') group by queue`.execute(db)
  return new Map(rows.map((row) => [row.queue, row]))
}

/**
 * Records new versions. Also records the return of an earlier version, but only if no other version runs, because two
 * versions at once mean a rolling deploy.
 */
export async function noteVersions(db: Db, versions: readonly string[]): Promise<void> {
  if (versions.length > 0)
    await sql`insert into deploys (version) select unnest(${versions}::text[]) on conflict do nothing`.execute(db)
  if (versions.length !== 1) return
  const last = (of: string) =>
    sql`coalesce(${sql.ref(`${of}.again`)}[cardinality(${sql.ref(`${of}.again`)})], ${sql.ref(`${of}.seen_at`)})`
  // Two relays may see the same return at once; the 5 seconds keep it from being recorded twice.
  await sql`update deploys d set again = again || now()
    where version = ${versions[0]} and ${last('d')} < now() - interval '5 seconds'
      and exists (select from deploys o where o.version <> d.version and ${last('o')} > ${last('d')})`.execute(db)
}

export interface Ended {
  completed: number
  failed: number
}

export async function endedLately(db: Db): Promise<Map<string, Ended>> {
  const { rows } = await sql<Ended & { queue: string }>`select queue, sum(completed)::int as completed,
      sum(failed)::int as failed
    from queue_history where span = 'minute' and at > now() - interval '10 minutes' group by queue`.execute(db)
  return new Map(rows.map((row) => [row.queue, row]))
}
