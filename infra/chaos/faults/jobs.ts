import { PREFIX } from '@toile/bus/redis'
import type { Redis } from 'ioredis'
import { within } from './fault.js'

const QUEUE = `${PREFIX}:uploads`
const BUSY_MS = 10_000

/** Waits until two jobs are active. @returns false if the limit is reached first */
export const busy = (redis: Redis): Promise<boolean> =>
  within(BUSY_MS, async () => (await redis.llen(`${QUEUE}:active`)) >= 2)

/** How often jobs were taken over after an expired lock, from the counters that BullMQ keeps in each job. */
export async function takenOver(redis: Redis): Promise<number> {
  let count = 0
  for (const key of await redis.keys(`${QUEUE}:*.upload.*`))
    if ((await redis.type(key)) === 'hash') count += Number((await redis.hget(key, 'stc')) ?? 0)
  return count
}
