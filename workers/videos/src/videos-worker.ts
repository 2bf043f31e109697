import { assertSafeRedis, connectRedis } from '@toile/bus/redis'
import { progressReporter } from '@toile/bus/progress'
import { waker } from '@toile/bus/wake'
import { startWorker } from '@toile/bus/worker'
import { openDb, poolSizes } from '@toile/db/client'
import { failVideo } from '@toile/db/queries/videos-states'
import { isolation } from '@toile/media/isolation'
import { findFfmpeg } from '@toile/media/videos/executable'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import type { Running } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { processVideo } from './handlers/process.js'
import type { Parts } from './parts.js'

/** Takes the jobs of the queue `videos`. */
export async function openQueueWorker(running: Running): Promise<void> {
  const { config, log } = running
  const redis = connectRedis(config.redisUrl, log)
  if (config.production) await assertSafeRedis(redis)
  const db = openDb({
    url: config.databaseUrl,
    poolSize: poolSizes.worker,
    onEvents: waker(redis),
    onError: (error) => log.warn({ err: error.message }, 'postgres'),
  })
  const parts: Parts = {
    db,
    storage: openStorage(config.storage),
    report: progressReporter(redis),
    tools: () => findFfmpeg(config.ffmpegPath),
    user: systemUser(config.mediaUser),
  }
  log.info({ isolation: isolation(), mediaUser: config.mediaUser }, 'media tools run isolated')

  running.onShutdown('postgres', () => db.destroy())
  running.onShutdown('redis', async () => redis.disconnect())
  running.check('postgres', async () => {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    return 'ok'
  })
  await removeLeftWorkFolders()
  startWorker(running, 'videos', {
    'video.process': {
      run: processVideo(parts),
      fail: async (payload, failure) => void (await failVideo(db, payload, failure)),
    },
  })
}
