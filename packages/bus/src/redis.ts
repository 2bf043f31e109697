import { Redis } from 'ioredis'
import type { Logger } from '@toile/runtime/logger'

export const PREFIX = 'toile'

/** A connection for commands. They fail after 1.5 s. Without a limit, `Queue.add` hung forever while Redis was down. */
export function connectRedis(url: string, log: Logger): Redis {
  return listen(new Redis(url, { commandTimeout: 1_500, maxRetriesPerRequest: 1, enableOfflineQueue: true }), log)
}

/** A connection for blocking reads, subscriptions and BullMQ workers. Its commands wait without a limit. */
export function connectBlockingRedis(url: string, log: Logger): Redis {
  return listen(new Redis(url, { maxRetriesPerRequest: null }), log)
}

/** Logs repeated errors once. Without an error listener, ioredis would print every one of them to the console. */
function listen(redis: Redis, log: Logger): Redis {
  let last = ''
  redis.on('error', (error: Error) => {
    if (error.message !== last) log.warn({ err: error.message }, 'redis')
    last = error.message
  })
  redis.on('ready', () => (last = ''))
  return redis
}

export async function assertSafeRedis(redis: Redis): Promise<void> {
  const setting = async (name: string) => ((await redis.config('GET', name)) as string[])[1]
  const policy = await setting('maxmemory-policy')
  if (policy !== 'noeviction')
    throw new Error(`Redis has maxmemory-policy ${policy}: set it to noeviction, or jobs are lost when it is full`)
  if ((await setting('appendonly')) !== 'yes')
    throw new Error('Redis has appendonly no: set it to yes, or every waiting job is lost when it restarts')
}
