import { setTimeout as wait } from 'node:timers/promises'
import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq'
import type { Redis } from 'ioredis'

const REFUSED_PAUSE_MS = 1_000

export function workerBackend(redis: Redis): BackendFactory<RedisQueueBackend> {
  return (...options) => {
    const backend = createRedisBackend(...options)
    const { moveToDelayed, moveToActive } = backend
    return Object.assign(backend, {
      /** Uses Redis' clock. BullMQ uses the worker's: if that is 5 minutes ahead, jobs wait 5 minutes too long. */
      async moveToDelayed(id, _now, delayMs, ...rest) {
        const [seconds, microseconds] = await redis.time()
        const now = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)
        return moveToDelayed.call(backend, id, now, delayMs, ...rest)
      },
      /** Waits after an error. On a full disk, Redis refuses at once, and BullMQ retried 3,000 times a second. */
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
