import { progressReporter } from '@toile/bus/progress'
import { startWorker } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import { failVideo } from '@toile/db/videos/videos-transitions'
import { findFfmpeg } from '@toile/media/videos/executable'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import type { Running } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { processVideo } from './handlers/process.js'
import type { Parts } from './parts.js'

export async function openQueueWorker(running: Running): Promise<void> {
  const { config } = running
  const { db, redis } = await openWorkerStores(running)
  const parts: Parts = {
    db,
    storage: await openStorage(config.storage),
    report: progressReporter(redis),
    tools: () => findFfmpeg(config.ffmpegPath),
    user: systemUser(config.mediaUser),
  }

  await removeLeftWorkFolders()
  startWorker(running, 'videos', {
    'video.process': {
      run: processVideo(parts),
      fail: async (payload, failure) => void (await failVideo(db, payload, failure)),
    },
  })
}
