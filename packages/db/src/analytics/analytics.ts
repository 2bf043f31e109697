import { sql, type RawBuilder } from 'kysely'
import type { AnalyticsFigures } from '@toile/contracts/analytics/analytics'
import { analyticsSteps, type AnalyticsRange } from '@toile/contracts/analytics/analytics.constants'
import { viewTimes } from '@toile/contracts/analytics/view-times'
import type { Db } from '../client.js'

type AnalyticsPoint = { at: Date } & Pick<
  AnalyticsFigures,
  'views' | 'users' | 'uploads' | 'rendersFinished' | 'rendersFailed' | 'storageBytes'
>

export interface PageFigures {
  path: string
  views: number
  viewsBefore: number
  medianSeconds: number | null
  p90Seconds: number | null
}

/** Start of the current range (`times` 1) or the range before (2). The current range ends with this UTC hour or day. */
function beginOf(range: AnalyticsRange, times: 1 | 2): RawBuilder<Date> {
  const { stepSeconds, points } = analyticsSteps[range]
  const unit = stepSeconds === 3_600 ? 'hour' : 'day'
  return sql`date_trunc(${unit}, now(), 'UTC') - make_interval(secs => ${stepSeconds * (times * points - 1)})`
}

const spanOf = (range: AnalyticsRange) => (analyticsSteps[range].stepSeconds === 3_600 ? 'hour' : 'day')

/** Oldest first. A figure is 0 if nothing was counted; `storageBytes` is null if it was not measured. */
export async function listAnalyticsPoints(db: Db, range: AnalyticsRange): Promise<AnalyticsPoint[]> {
  const { stepSeconds } = analyticsSteps[range]
  const step = sql`make_interval(secs => ${stepSeconds})`
  const unit = sql.lit(spanOf(range))
  const { rows } = await sql<AnalyticsPoint>`
    select step.at, coalesce(v.views, 0) as views, coalesce(f.users, 0) as users, coalesce(f.uploads, 0) as uploads,
      coalesce(f.renders_finished, 0) as "rendersFinished", coalesce(f.renders_failed, 0) as "rendersFailed",
      f.storage_bytes as "storageBytes"
    from generate_series(${beginOf(range, 1)}, now(), ${step}) as step (at)
    left join (select at, sum(views)::int as views from page_views
      where span = ${unit} and at >= ${beginOf(range, 1)} group by 1) v using (at)
    left join (select date_trunc(${unit}, at, 'UTC') as at, sum(users)::int as users, sum(uploads)::int as uploads,
        sum(renders_finished)::int as renders_finished, sum(renders_failed)::int as renders_failed,
        (array_agg(storage_bytes order by at desc) filter (where storage_bytes is not null))[1] as storage_bytes
      from hourly_figures where at >= ${beginOf(range, 1)} group by 1) f using (at)
    order by 1`.execute(db)
  return rows
}

export async function listPageFigures(db: Db, range: AnalyticsRange): Promise<PageFigures[]> {
  const isNow = sql`at >= ${beginOf(range, 1)}`
  const { rows } = await sql<{ path: string; views: number; before: number; times: number[] }>`
    select path, coalesce(sum(views) filter (where ${isNow}), 0)::int as views,
      coalesce(sum(views) filter (where not ${isNow}), 0)::int as before, sum_counts(times) filter (where ${isNow}) as times
    from page_views where span = ${spanOf(range)} and at >= ${beginOf(range, 2)}
    group by path order by views desc, before desc, path`.execute(db)
  return rows.map(({ path, views, before, times }) => ({ path, views, viewsBefore: before, ...percentilesOf(times) }))
}

export async function compareFigures(
  db: Db,
  range: AnalyticsRange,
): Promise<{ now: AnalyticsFigures; before: AnalyticsFigures }> {
  const { rows } = await sql<Row>`
    select is_now as "isNow", coalesce(views, 0) as views, coalesce(signed_in, 0) as "signedIn",
      coalesce(referred, 0) as referred, coalesce(times, '{}') as times, coalesce(users, 0) as users,
      coalesce(uploads, 0) as uploads, coalesce(renders_finished, 0) as "rendersFinished",
      coalesce(renders_failed, 0) as "rendersFailed", storage_bytes as "storageBytes"
    from unnest(array[true, false]) is_now
    left join (select at >= ${beginOf(range, 1)} as is_now, sum(views)::int as views,
        sum(views) filter (where signed_in)::int as signed_in, sum(referred)::int as referred, sum_counts(times) as times
      from page_views where span = ${spanOf(range)} and at >= ${beginOf(range, 2)} group by 1) v using (is_now)
    left join (select at >= ${beginOf(range, 1)} as is_now, sum(users)::int as users, sum(uploads)::int as uploads,
        sum(renders_finished)::int as renders_finished, sum(renders_failed)::int as renders_failed,
        (array_agg(storage_bytes order by at desc) filter (where storage_bytes is not null))[1] as storage_bytes
      from hourly_figures where at >= ${beginOf(range, 2)} group by 1) f using (is_now)`.execute(db)
  const of = (isNow: boolean) => asFigures(rows.find((row) => row.isNow === isNow)!)
  return { now: of(true), before: of(false) }
}

type Row = Omit<AnalyticsFigures, 'medianSeconds' | 'p90Seconds'> & { isNow: boolean; times: number[] }

const asFigures = ({ isNow: _, times, ...sums }: Row): AnalyticsFigures => ({ ...sums, ...percentilesOf(times) })

const oneDecimal = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 10) / 10)

function percentilesOf(times: number[] | null) {
  const counts = times ?? []
  return {
    medianSeconds: oneDecimal(viewTimes.percentile(counts, 0.5)),
    p90Seconds: oneDecimal(viewTimes.percentile(counts, 0.9)),
  }
}
