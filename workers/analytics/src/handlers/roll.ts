import type { Db } from '@toile/db/client'
import { countFigures } from '@toile/db/analytics/figures'
import { forgetPageViews } from '@toile/db/analytics/page-views'
import { rollHistory } from '@toile/db/queues/queue-history'

export function rollHour(db: Db): () => Promise<void> {
  return async () => {
    await rollHistory(db)
    await countFigures(db)
    await forgetPageViews(db)
  }
}
