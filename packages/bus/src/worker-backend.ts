import { setTimeout as wait } from 'node:timers/promises'
import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq'
import type { Redis } from 'ioredis'

const REFUSED_PAUSE_MS = 1_000

/** BullMQ's own backend, given to a worker by its BackendFactory, with two differences. */
export function workerBackend(redis: Redis): BackendFactory<RedisQueueBackend> {
  return (...options) => {
    const backend = createRedisBackend(...options)
    const { moveToDelayed, moveToActive } = backend
    return Object.assign(backend, {
      /**
       * When a job is due again is said by Redis' clock. BullMQ asks its own process', and a job that a worker five minutes
       * ahead had given back waited those five minutes, whoever would have taken it.
       */
      async moveToDelayed(id, _now, delayMs, ...rest) {
        const [seconds, microseconds] = await redis.time()
        const now = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)
        return moveToDelayed.call(backend, id, now, delayMs, ...rest)
      },
      /**
       * A Redis whose disk or memory is full refuses at once, and BullMQ asks again at once: seen 3,000 times a second, a
       * core and 700,000 lines of the log in the minutes of that.
       */
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
