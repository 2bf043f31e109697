import type { Db } from '@toile/db/client'
import { rollHistory } from '@toile/db/queries/queue-history'

/** Draws what queues did together by hour and day. The payload names no row: each run looks at all that is kept. */
export function rollQueueHistory(db: Db): () => Promise<void> {
  return () => rollHistory(db)
}
