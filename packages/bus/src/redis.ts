import { Redis } from 'ioredis'
import type { Logger } from '@toile/runtime/logger'

/** Keys and queues of Toile in Redis begin so. */
export const PREFIX = 'toile'

/**
 * A connection for asking and telling. When Redis is frozen or away a command fails after 1.5 s (without this,
 * `Queue.add` was measured to hang for good), and nothing is queued up in memory meanwhile.
 */
export function connectRedis(url: string, log: Logger): Redis {
  return listen(new Redis(url, { commandTimeout: 1_500, maxRetriesPerRequest: 1, enableOfflineQueue: true }), log)
}

/** A connection that waits on Redis (blocking reads, subscriptions, BullMQ workers): it waits as long as it takes. */
export function connectBlockingRedis(url: string, log: Logger): Redis {
  return listen(new Redis(url, { maxRetriesPerRequest: null }), log)
}

/** Every client needs an error listener, or a lost connection ends the process. */
function listen(redis: Redis, log: Logger): Redis {
  let last = ''
  redis.on('error', (error: Error) => {
    if (error.message !== last) log.warn({ err: error.message }, 'redis')
    last = error.message
  })
  redis.on('ready', () => (last = ''))
  return redis
}

/**
 * Queues need a Redis that neither throws jobs away when full nor forgets them when it restarts.
 * Rejects with one clear sentence otherwise.
 */
export async function assertSafeRedis(redis: Redis): Promise<void> {
  const setting = async (name: string) => ((await redis.config('GET', name)) as string[])[1]
  const policy = await setting('maxmemory-policy')
  if (policy !== 'noeviction')
    throw new Error(`Redis has maxmemory-policy ${policy}: set it to noeviction, or jobs are lost when it is full`)
  if ((await setting('appendonly')) !== 'yes')
    throw new Error('Redis has appendonly no: set it to yes, or every waiting job is lost when it restarts')
}
