import type { Eta } from '@toile/contracts/shapes'
import { sql } from 'kysely'
import { MIN_HISTORY, type UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { Db } from '../client.js'

// How long the work on each stage takes on this server, without the time in the queue.

/** Similar files have the same kind and size class. Each class covers a factor of four in bytes. */
const sizeClass = sql`floor(log(2.0, greatest(size, 1)) / 2)::int`
/** For each kind, size class and stage, only so many latest entries are used. So times of old workers drop out. */
const LATEST = 100
const KEEP_DAYS = 180
const worked: readonly UploadStage[] = ['finished', 'processed', 'ready_to_publish']

/**
 * A CTE that stores how many seconds of work led to the stage of each row of the CTE `moved`. It skips failed rows and
 * rows for which no worker recorded the start of the work.
 */
export const historyOfMoved = sql`history as (
  insert into stage_history (upload_id, kind, size_class, stage, seconds)
  select id, kind, ${sizeClass}, stage, extract(epoch from now() - work_began_at) from moved
  where stage <> 'failed' and work_began_at is not null and work_version = version - 1)`

/** Records when a worker starts on the current stage. A restart after a crash overwrites the time. */
export async function beginWork(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<void> {
  await sql`update uploads set work_began_at = now(), work_version = version
    where id = ${id} and attempt = ${attempt} and stage in ('upload', 'finished', 'processed')`.execute(db)
}

/**
 * Time left, from the 10th to the 90th percentile of similar files, summed over the remaining stages. Leaves out an
 * upload if its current stage has no worker yet or has already taken longer than its 90th percentile, or if one of the
 * remaining stages has fewer than `MIN_HISTORY` entries.
 */
export async function etasOf(db: Db, ids: readonly string[]): Promise<Map<string, Eta>> {
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: string; stage: UploadStage; elapsed: number; low: number[]; high: number[] }>`
    select id, stage, elapsed, array_agg(low order by place) as low, array_agg(high order by place) as high
    from (
      select u.id, u.stage, extract(epoch from now() - u.work_began_at)::float8 as elapsed, s.place,
        count(h.seconds) as count,
        percentile_cont(0.1) within group (order by h.seconds) as low,
        percentile_cont(0.9) within group (order by h.seconds) as high
      from (select id, kind, ${sizeClass} as size_class, stage, work_began_at from uploads
            where id = any(${ids}::uuid[]) and work_version = version and stage in ('upload', 'finished', 'processed')) u
      cross join unnest(${worked}::text[]) with ordinality as s (stage, place)
      left join lateral (
        select seconds from stage_history
        where kind = u.kind and size_class = u.size_class and stage = s.stage order by at desc limit ${LATEST}) h on true
      where s.place > case u.stage when 'upload' then 0 when 'finished' then 1 else 2 end
      group by u.id, u.stage, u.work_began_at, s.place) t
    group by id, stage, elapsed
    having min(count) >= ${MIN_HISTORY}`.execute(db)
  return new Map(
    found.rows.flatMap(({ id, elapsed, low, high }) => {
      const eta = remaining({ low, high }, elapsed)
      return eta ? [[id, eta] as const] : []
    }),
  )
}

/**
 * Time left: the rest of the current stage plus all later stages. Both lists hold seconds per stage and begin with the
 * current stage. Undefined if that stage has already taken longer than its `high`.
 */
export function remaining({ low, high }: { low: number[]; high: number[] }, elapsedSeconds: number): Eta | undefined {
  const [presentLow = 0, ...laterLow] = low
  const [presentHigh = 0, ...laterHigh] = high
  if (elapsedSeconds > presentHigh) return undefined
  const sum = (seconds: number[]) => seconds.reduce((total, one) => total + one, 0)
  return {
    minSeconds: Math.floor(Math.max(0, presentLow - elapsedSeconds) + sum(laterLow)),
    maxSeconds: Math.max(1, Math.ceil(presentHigh - elapsedSeconds + sum(laterHigh))),
  }
}

export async function deleteOldStageHistory(db: Db): Promise<void> {
  await sql`delete from stage_history where at < now() - make_interval(days => ${KEEP_DAYS})`.execute(db)
}
