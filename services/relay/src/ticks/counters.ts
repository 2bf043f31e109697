import { sendLive } from '@toile/bus/live-stream'
import { markCountersPublished, dirtyCounters } from '@toile/db/works/work-counters'
import type { TickParts } from './parts.js'

const BATCH = 500

/**
 * Publishes the counters of works that changed since the last time to those who look at them, so at most once a second a
 * work however many like it. Published first and noted after: a relay that dies in between publishes them again.
 */
export async function publishCounters({ db, redis }: Pick<TickParts, 'db' | 'redis'>): Promise<void> {
  const unpublished = await dirtyCounters(db, BATCH)
  if (unpublished.length === 0) return
  await sendLive(
    redis,
    unpublished
      .filter((row) => row.shown)
      .map(({ shown: _, ...payload }) => ({ room: `work:${payload.workId}`, event: 'work:counters', payload })),
  )
  await markCountersPublished(db, unpublished)
}
