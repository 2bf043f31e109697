import { sql } from 'kysely'
import { firstId, storageTotals } from '../backstage/backstage.js'
import type { Db } from '../client.js'

// Counts per hour. The relay has them updated every 5 minutes, so that later deletions do not change past figures.

/** Twice the longest range of the dashboard, plus the current day. */
const RETENTION_DAYS = 181
/** Renders that end later than this many days after submission are not counted, because this bounds the scan by id. */
const RENDER_DAYS = 14
const HOUR_MS = 3_600_000

/**
 * Recounts all hours from the hour before the last stored one. The first run begins `RETENTION_DAYS` ago. Repeated or
 * parallel runs give the same result. Only the current hour gets a measurement of `storage_bytes`.
 */
export async function countFigures(db: Db): Promise<void> {
  const { rows } = await sql<{ since: Date }>`
    select greatest(date_trunc('hour', now() - make_interval(days => ${RETENTION_DAYS})),
      coalesce((select max(at) from hourly_figures), '-infinity') - interval '1 hour') as since`.execute(db)
  const { since } = rows[0]!
  const firstRender = firstId(new Date(since.getTime() - RENDER_DAYS * 24 * HOUR_MS))
  const { bytes } = await storageTotals(db)
  await sql`insert into hourly_figures (at, users, uploads, renders_finished, renders_failed, storage_bytes)
    select hour, sum((what = 'user')::int), sum((what = 'upload')::int), sum((what = 'finished')::int),
      sum((what = 'failed')::int), case when hour = date_trunc('hour', now()) then ${bytes}::bigint end
    from (
      select date_trunc('hour', created_at) as hour, 'user' as what from users
        where id >= ${firstId(since)} and created_at >= ${since}
      union all select date_trunc('hour', created_at), 'upload' from uploads
        where id >= ${firstId(since)} and created_at >= ${since}
      union all select date_trunc('hour', finished_at), status from renders
        where id >= ${firstRender} and finished_at >= ${since} and status in ('finished', 'failed')
      union all select date_trunc('hour', now()), 'now'
    ) came group by hour
    on conflict (at) do update set users = excluded.users, uploads = excluded.uploads,
      renders_finished = excluded.renders_finished, renders_failed = excluded.renders_failed,
      storage_bytes = coalesce(excluded.storage_bytes, hourly_figures.storage_bytes)`.execute(db)
  await sql`delete from hourly_figures where at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(db)
}
