import { openDatabase } from '@toile/bus/open-database'
import { connectRedis } from '@toile/bus/redis'
import { waker } from '@toile/bus/wake'
import { poolSizes } from '@toile/db/client'
import type { Running } from '@toile/runtime/process'
import { openStorage } from '@toile/storage/open'
import { buildApp } from './app.js'

/** The API serves calls even while Redis is unreachable. Rate limits then hold per process. */
export async function startApi(running: Running): Promise<void> {
  const { config, log } = running
  const redis = connectRedis(config.redisUrl, log)
  const db = openDatabase(running, { poolSize: poolSizes.api, onEvents: waker(redis) })
  running.check('redis', () =>
    redis.ping().then(
      () => 'ok',
      () => 'degraded',
    ),
  )
  running.onShutdown('redis', async () => redis.disconnect())

  const app = await buildApp({ running, db, redis, storage: await openStorage(config.storage) })
  await app.listen({ port: config.port, host: config.host })
  running.onShutdown('http', () => app.close())
}
