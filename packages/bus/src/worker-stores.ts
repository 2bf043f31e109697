import type { Redis } from 'ioredis'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import type { Running } from '@toile/runtime/process'
import { assertSafeRedis, connectRedis } from './redis.js'
import { waker } from './wake.js'

/** Opens Postgres and Redis, to be closed at shutdown. @throws in production for a Redis that would lose jobs */
export async function openWorkerStores(running: Running): Promise<{ db: Db; redis: Redis }> {
  const { config, log } = running
  const redis = connectRedis(config.redisUrl, log)
  if (config.production) await assertSafeRedis(redis)
  const db = openDb({
    url: config.databaseUrl,
    poolSize: poolSizes.worker,
    cachePlans: true,
    onEvents: waker(redis),
    onError: (error) => log.warn({ err: error.message }, 'postgres'),
  })
  running.onShutdown('postgres', () => db.destroy())
  running.onShutdown('redis', async () => redis.disconnect())
  running.check('postgres', async () => {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    return 'ok'
  })
  return { db, redis }
}
