import { sendLive } from '@toile/bus/live-stream'
import { markCountersPublished, dirtyCounters } from '@toile/db/works/work-counters'
import type { TickParts } from './parts.js'

const BATCH = 500

/**
 * Tells those who look at a work what people made of it since the last time, so at most once a second a work however
 * many like it. Told first and noted after: whoever dies in between tells it again.
 */
export async function tellCounters({ db, redis }: Pick<TickParts, 'db' | 'redis'>): Promise<void> {
  const untold = await dirtyCounters(db, BATCH)
  if (untold.length === 0) return
  await sendLive(
    redis,
    untold
      .filter((row) => row.shown)
      .map(({ work_id, likes, comments, views, version }) => ({
        room: `work:${work_id}`,
        event: 'work:counters',
        payload: { workId: work_id, likes, comments, views, version },
      })),
  )
  await markCountersPublished(db, untold)
}
