import type { Db } from '@toile/db/client'
import { countFigures } from '@toile/db/analytics/figures'
import { forgetPageViews } from '@toile/db/analytics/page-views'
import { rollHistory } from '@toile/db/queues/queue-history'

/**
 * Draws what queues did together by hour and day, counts what came in the last hours, and forgets page views that are old
 * enough. The payload names no row: each run looks at all that is kept.
 */
export function rollHour(db: Db): () => Promise<void> {
  return async () => {
    await rollHistory(db)
    await countFigures(db)
    await forgetPageViews(db)
  }
}
