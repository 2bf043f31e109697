import { PREFIX } from '@toile/bus/redis'
import type { Redis } from 'ioredis'
import { within } from './fault.js'

const QUEUE = `${PREFIX}:uploads`
/** A worker is struck in the middle of a job, if one begins within this. */
const BUSY_MS = 10_000

/** Until each of the two workers has a job, or it has taken too long. */
export const busy = (redis: Redis): Promise<boolean> =>
  within(BUSY_MS, async () => (await redis.llen(`${QUEUE}:active`)) >= 2)

/** How often jobs were taken from a worker whose lock had run out (BullMQ counts it in each job). */
export async function takenOver(redis: Redis): Promise<number> {
  let count = 0
  for (const key of await redis.keys(`${QUEUE}:*.upload.*`))
    if ((await redis.type(key)) === 'hash') count += Number((await redis.hget(key, 'stc')) ?? 0)
  return count
}
