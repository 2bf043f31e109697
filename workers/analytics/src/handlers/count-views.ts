import type { Redis } from 'ioredis'
import { forgetViews, readViews } from '@toile/bus/page-views'
import type { JobContext } from '@toile/bus/worker'
import type { Db } from '@toile/db/client'
import { countViews } from '@toile/db/analytics/page-views'

/** Views counted per transaction, which takes tens of milliseconds. */
const BATCH = 5_000

/** Counts the waiting page views in batches. A repeated run counts no view twice, as countViews() explains. */
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
