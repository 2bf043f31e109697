import { startWorker } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import { failImage } from '@toile/db/images/images-transitions'
import { picturesAtATime } from '@toile/media/images/make'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import type { Running } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { processImage, reprocessImage, type Parts } from './handlers/process.js'

export async function openQueueWorker(running: Running): Promise<void> {
  const { config } = running
  const { db } = await openWorkerStores(running)
  const parts: Parts = { db, storage: await openStorage(config.storage), user: systemUser(config.mediaUser) }

  await removeLeftWorkFolders()
  startWorker(
    running,
    'images',
    {
      'image.process': {
        run: processImage(parts),
        fail: async (payload, failure) => void (await failImage(db, payload, failure)),
      },
      'image.remake': { run: reprocessImage(parts), fail: async () => {} },
    },
    config.workerConcurrency ?? picturesAtATime,
  )
}
