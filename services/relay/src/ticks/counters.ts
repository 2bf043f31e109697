import { sendLive } from '@toile/bus/live-stream'
import { markCountersPublished, dirtyCounters } from '@toile/db/works/work-counters'
import type { TickParts } from './parts.js'

const BATCH = 500

/** Sends counters that have changed and then marks them as sent, so a crash in between only repeats the sending. */
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
