import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { QueueName } from '@toile/contracts/jobs'
import type { HistoryRange } from '@toile/contracts/queues/queues.constants'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import type { HistorySpan } from '../schema/queues.js'

// History of the queues. The relay writes minutes, and workers/analytics sums them by hour and by UTC day.

const retentionHours: Record<HistorySpan, number> = { minute: 26, hour: 8 * 24, day: 92 * 24 }

export const steps: Record<HistoryRange, { span: HistorySpan; seconds: number; hours: number }> = {
  '24h': { span: 'minute', seconds: 600, hours: 24 },
  '7d': { span: 'hour', seconds: 3_600, hours: 7 * 24 },
  '90d': { span: 'day', seconds: 86_400, hours: 90 * 24 },
}

export interface HistoryPoint {
  at: Date
  arrived: number
  completed: number
  failed: number
  waits: number[]
  runs: number[]
  waiting: number
  oldestSeconds: number
  workers: number
}

const sums = sql`sum(arrived)::int as arrived, sum(completed)::int as completed, sum(failed)::int as failed,
  sum(run_seconds) as run_seconds, sum_counts(waits) as waits, sum_counts(runs) as runs, max(waiting) as waiting,
  max(oldest_seconds) as "oldestSeconds", min(workers) as workers`

/** Oldest first; steps without a measurement are missing. */
export async function historyOf(db: Db, queue: QueueName, range: HistoryRange): Promise<HistoryPoint[]> {
  const { span, seconds, hours } = steps[range]
  const { rows } = await sql<HistoryPoint>`
    select to_timestamp(floor(extract(epoch from at) / ${seconds}) * ${seconds}) as at, ${sums}
    from queue_history
    where queue = ${queue} and span = ${span} and at > now() - make_interval(hours => ${hours})
    group by 1 order by 1`.execute(db)
  return rows
}

/** New versions and returns to earlier versions within the range. Restarts of the same version do not count. */
export async function deploysSince(db: Db, range: HistoryRange): Promise<{ version: string; at: Date }[]> {
  const { rows } = await sql<{ version: string; at: Date }>`select version, at
    from deploys, unnest(array_prepend(seen_at, again)) as at
    where at > now() - make_interval(hours => ${steps[range].hours}) order by at`.execute(db)
  return rows
}

/** Recomputes whole hours and days, so runs may overlap. Catches up after at most a day's outage. Deletes old rows. */
export async function rollHistory(db: Db): Promise<void> {
  for (const [from, to, hours] of [
    ['minute', 'hour', retentionHours.minute - 1],
    ['hour', 'day', retentionHours.hour - 24],
  ] as const)
    await sql`insert into queue_history (queue, span, at, arrived, completed, failed, run_seconds, waits, runs, waiting,
        oldest_seconds, workers)
      select queue, ${to}, date_trunc(${to}, at, 'UTC'), ${sums} from queue_history
      where span = ${from} and at >= date_trunc(${to}, now() - make_interval(hours => ${hours}), 'UTC')
          + make_interval(hours => ${to === 'hour' ? 1 : 24})
      group by 1, 3
      on conflict (queue, span, at) do update set arrived = excluded.arrived, completed = excluded.completed,
        failed = excluded.failed, run_seconds = excluded.run_seconds, waits = excluded.waits, runs = excluded.runs,
        waiting = excluded.waiting, oldest_seconds = excluded.oldest_seconds, workers = excluded.workers`.execute(db)
  for (const span of ['minute', 'hour', 'day'] as const)
    await sql`delete from queue_history
      where span = ${span} and at < now() - make_interval(hours => ${retentionHours[span]})`.execute(db)
}

export async function requestHistoryRollup(db: Db): Promise<void> {
  await sql`with moved as (select ${newId()}::uuid as id, 1 as attempt, 0 as version),
    ${eventOfMoved('history.due')} select 1`.execute(db)
}
