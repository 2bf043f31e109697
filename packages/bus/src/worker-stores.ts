import type { Redis } from 'ioredis'
import { poolSizes, type Db } from '@toile/db/client'
import type { Running } from '@toile/runtime/process'
import { openDatabase } from './open-database.js'
import { assertSafeRedis, connectRedis } from './redis.js'
import { waker } from './wake.js'

/** Opens Postgres and Redis. The shutdown closes both. @throws in production for a Redis that would lose jobs */
export async function openWorkerStores(running: Running): Promise<{ db: Db; redis: Redis }> {
  const { config, log } = running
  const redis = connectRedis(config.redisUrl, log)
  if (config.production) await assertSafeRedis(redis)
  const db = openDatabase(running, { poolSize: poolSizes.worker, cachePlans: true, onEvents: waker(redis) })
  running.onShutdown('redis', async () => redis.disconnect())
  return { db, redis }
}
