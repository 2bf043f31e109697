import { assertSafeRedis, connectRedis } from '@toile/bus/redis'
import { startWorker } from '@toile/bus/worker'
import { openDb, poolSizes } from '@toile/db/client'
import type { Running } from '@toile/runtime/process'
import { failMail, sendMail } from './handlers/send.js'
import { openTransport } from './transport.js'

/** Takes the jobs of the queue `notifications`. */
export async function openQueueWorker(running: Running): Promise<void> {
  const { config, log } = running
  if (config.production) {
    const redis = connectRedis(config.redisUrl, log)
    await assertSafeRedis(redis)
    redis.disconnect()
  }
  const db = openDb({
    url: config.databaseUrl,
    poolSize: poolSizes.worker,
    onError: (error) => log.warn({ err: error.message }, 'postgres'),
  })
  const transport = openTransport(config.mail)
  running.onShutdown('postgres', () => db.destroy())
  running.onShutdown('mail', async () => transport.close())
  running.check('postgres', async () => {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    return 'ok'
  })
  const parts = { db, transport, publicUrl: config.publicUrl }
  startWorker(running, 'notifications', {
    'mail.send': { run: sendMail(parts), fail: failMail(parts) },
  })
}
