import { connectRedis, assertSafeRedis } from '@toile/bus/redis'
import { progressReporter } from '@toile/bus/progress'
import { waker } from '@toile/bus/wake'
import { startWorker } from '@toile/bus/worker'
import { openDb, poolSizes } from '@toile/db/client'
import { isolation } from '@toile/media/isolation'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import type { Running } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { previewUpload } from './handlers/preview.js'
import { processUploadFile } from './handlers/process.js'
import { verifyUpload } from './handlers/verify.js'
import { createNews } from './news.js'
import { failWith, type Parts } from './parts.js'
import { createLateBrowser } from '@toile/browser/late-browser'

/** Takes the jobs of the queue `uploads`: one handler a stage. */
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
  const user = systemUser(config.mediaUser)
  const browser = createLateBrowser(config.chromiumPath, user, log)
  const news = createNews(db, progressReporter(redis))
  const parts: Parts = { db, storage: openStorage(config.storage), report: news.report, browser, user }
  log.info({ isolation: isolation(), mediaUser: config.mediaUser }, 'media tools run isolated')

  running.onShutdown('postgres', () => db.destroy())
  running.onShutdown('redis', async () => redis.disconnect())
  running.onShutdown('browser', () => browser.close())
  running.check('postgres', async () => {
    await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    return 'ok'
  })
  await removeLeftWorkFolders()
  const fail = failWith(parts)
  startWorker(running, 'uploads', {
    'upload.verify': { run: news.around(verifyUpload(parts)), fail },
    'upload.process': { run: news.around(processUploadFile(parts)), fail },
    'upload.preview': { run: news.around(previewUpload(parts)), fail },
  })
}
