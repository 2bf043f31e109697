import type { Redis } from 'ioredis'
import type { LiveEvent, LiveMessages } from '@toile/contracts/live'
import type { LiveMessage } from './live-stream.js'
import { PREFIX } from './redis.js'

const CHANNEL = `${PREFIX}:progress`
const MIN_GAP_MS = 250
/** How long late subscribers can read the last value. */
const KEEP_SECONDS = 600

const keyOf = (id: string) => `${PREFIX}:progress:${id}`

/**
 * Sends progress only to Redis, not to Postgres. Drops a report within `MIN_GAP_MS` of the last report with the same
 * id. Also drops reports while Redis is down.
 */
export function progressReporter(redis: Redis): <E extends LiveEvent>(id: string, message: LiveMessage<E>) => void {
  const last = new Map<string, number>()
  return (id, message) => {
    const now = Date.now()
    if (now - (last.get(id) ?? 0) < MIN_GAP_MS) return
    if (last.size > 1_000) last.clear()
    last.set(id, now)
    const text = JSON.stringify(message)
    void redis
      .multi()
      .set(keyOf(id), JSON.stringify(message.payload), 'EX', KEEP_SECONDS)
      .publish(CHANNEL, text)
      .exec()
      .catch(() => {})
  }
}

/** The last progress of each id, for late subscribers. Null if there is none or Redis is unreachable. */
export async function lastProgress<E extends LiveEvent>(
  redis: Redis,
  ids: readonly string[],
): Promise<(LiveMessages[E] | null)[]> {
  if (ids.length === 0) return []
  const values = await redis.mget(ids.map(keyOf)).catch(() => ids.map(() => null))
  return values.map((value) => (value === null ? null : (JSON.parse(value) as LiveMessages[E])))
}

/** Puts the connection into subscriber mode, where it can send no other commands. */
export async function onProgress(redis: Redis, deliver: (message: LiveMessage) => void): Promise<void> {
  redis.on('message', (_channel: string, text: string) => deliver(JSON.parse(text) as LiveMessage))
  await redis.subscribe(CHANNEL)
}
