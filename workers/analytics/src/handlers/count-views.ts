import type { Redis } from 'ioredis'
import { forgetViews, readViews } from '@toile/bus/page-views'
import type { JobContext } from '@toile/bus/worker'
import type { Db } from '@toile/db/client'
import { countViews } from '@toile/db/analytics/page-views'

/** So many views are added up in one transaction: tens of milliseconds. */
const BATCH = 5_000

/**
 * Adds the page views that wait to the sums. Killed before its transaction ends it has counted nothing; killed after it,
 * the place in Postgres says what is counted, and the next run only removes it.
 */
export function countPageViews(
  db: Db,
  redis: Redis,
): (payload: unknown, context: Pick<JobContext, 'signal'>) => Promise<void> {
  return async (_, { signal }) => {
    while (!signal.aborted) {
      const place = await countViews(db, async (after) => {
        await forgetViews(redis, after)
        return readViews(redis, after, BATCH)
      })
      if (place === undefined) return
    }
  }
}
