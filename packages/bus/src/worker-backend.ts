import { setTimeout as wait } from 'node:timers/promises'
import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq'
import type { Redis } from 'ioredis'

const REFUSED_PAUSE_MS = 1_000

export function workerBackend(redis: Redis): BackendFactory<RedisQueueBackend> {
  return (...options) => {
    const backend = createRedisBackend(...options)
    const { moveToDelayed, moveToActive } = backend
    return Object.assign(backend, {
      /** Uses Redis' clock. BullMQ would use the worker's: a clock that is 5 minutes fast adds 5 minutes of waiting. */
      async moveToDelayed(id, _now, delayMs, ...rest) {
        const [seconds, microseconds] = await redis.time()
        const now = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)
        return moveToDelayed.call(backend, id, now, delayMs, ...rest)
      },
      /** Waits after an error. Otherwise, BullMQ retries 3,000 times a second while Redis refuses on a full disk. */
      async moveToActive(...args) {
        try {
          return await moveToActive.apply(backend, args)
        } catch (error) {
          await wait(REFUSED_PAUSE_MS)
          throw error
        }
      },
    } satisfies Pick<RedisQueueBackend, 'moveToDelayed' | 'moveToActive'>)
  }
}
