import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { viewTimes } from '@toile/contracts/analytics/view-times'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

// Page views and viewing times, summed by UTC hour and day. Single views wait in Redis and never enter Postgres.

export interface PageViewAt {
  at: Date
  /** One of the paths in contracts/pages.constants.ts. */
  path: string
  seconds: number
  signedIn: boolean
  referred: boolean
}

/** Twice the dashboard's longest range in hours (7 days) and in days (90 days), plus the current day. */
const retentionDays = { hour: 15, day: 181 } as const

/**
 * Adds the views after the stored position to the sums. Locks the position and updates it in the same transaction, so
 * that a crash neither loses nor repeats a view. @returns the new position; undefined if there was nothing to count
 */
export async function countViews(
  db: Db,
  read: (after: string) => Promise<{ place: string; views: readonly PageViewAt[] } | undefined>,
): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    const { place } = await trx.selectFrom('page_view_place').select('place').forUpdate().executeTakeFirstOrThrow()
    const found = await read(place)
    if (!found) return undefined
    const sums = [...sumsOf(found.views).values()]
    if (sums.length > 0)
      await sql`insert into page_views (span, at, path, signed_in, views, referred, times)
        select span, at, path, "signedIn", views, referred, times
        from json_to_recordset(${JSON.stringify(sums)}::json) as sum_of
          (span text, at timestamptz, path text, "signedIn" boolean, views int, referred int, times int[])
        on conflict (span, at, path, signed_in) do update set views = page_views.views + excluded.views,
          referred = page_views.referred + excluded.referred, times = add_counts(page_views.times, excluded.times)`.execute(
        trx,
      )
    await trx.updateTable('page_view_place').set({ place: found.place }).execute()
    return found.place
  })
}

interface Sum {
  span: 'hour' | 'day'
  at: Date
  path: string
  signedIn: boolean
  views: number
  referred: number
  times: number[]
}

function sumsOf(views: readonly PageViewAt[]): Map<string, Sum> {
  const sums = new Map<string, Sum & { seconds: number[] }>()
  for (const { at, path, signedIn, referred, seconds } of views)
    for (const span of ['hour', 'day'] as const) {
      const begun = new Date(at)
      begun.setUTCMinutes(0, 0, 0)
      if (span === 'day') begun.setUTCHours(0)
      const key = [span, begun.getTime(), path, signedIn].join(' ')
      const sum = sums.get(key) ?? { span, at: begun, path, signedIn, views: 0, referred: 0, times: [], seconds: [] }
      sum.views++
      sum.referred += Number(referred)
      sum.seconds.push(seconds)
      sums.set(key, sum)
    }
  for (const sum of sums.values()) sum.times = viewTimes.countTimes(sum.seconds)
  return sums
}

export async function forgetPageViews(db: Db): Promise<void> {
  for (const [span, days] of Object.entries(retentionDays))
    await sql`delete from page_views
      where span = ${span} and at < now() - make_interval(days => ${days})`.execute(db)
}

export async function requestViewCount(db: Db): Promise<void> {
  await sql`with moved as (select ${newId()}::uuid as id, 1 as attempt, 0 as version),
    ${eventOfMoved('views.due')} select 1`.execute(db)
}
