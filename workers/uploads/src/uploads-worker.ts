import { progressReporter } from '@toile/bus/progress'
import { halfTheCores, startWorker } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import { doOthersComeFirst } from '@toile/db/uploads/uploads'
import { failCorrection } from '@toile/db/uploads/uploads-reprocessing'
import { findFfmpeg } from '@toile/media/videos/executable'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import type { Running } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { previewUpload } from './handlers/preview.js'
import { processUploadFile } from './handlers/process.js'
import { reprocessModel } from './handlers/reprocess.js'
import { verifyUpload } from './handlers/verify.js'
import { createUploadProgress } from './progress.js'
import { failWith, type Parts } from './parts.js'
import { createLazyBrowser } from '@toile/browser/lazy-browser'

/**
 * By default, at least two files are processed at a time, so that one model is drawn while another model's levels are
 * made. On two cores, 13 garments took 92 s instead of 132 s.
 */
const filesAtATime = Math.max(2, halfTheCores)

export async function openQueueWorker(running: Running): Promise<void> {
  const { config, log } = running
  const { db, redis } = await openWorkerStores(running)
  const user = systemUser(config.mediaUser)
  const browser = createLazyBrowser(config.chromiumPath, systemUser(config.browserUser), log)
  const progress = createUploadProgress(db, progressReporter(redis))
  const parts: Parts = {
    db,
    storage: await openStorage(config.storage),
    report: progress.report,
    browser,
    tools: () => findFfmpeg(config.ffmpegPath),
    doOthersComeFirst: (id) => doOthersComeFirst(db, id),
    derivativeCacheDir: config.derivativeCacheDir,
    user,
  }

  running.onShutdown('browser', () => browser.close())
  await removeLeftWorkFolders()
  const fail = failWith(parts)
  startWorker(
    running,
    'uploads',
    {
      'upload.verify': { run: progress.around(verifyUpload(parts)), fail },
      'upload.process': { run: progress.around(processUploadFile(parts)), fail },
      'upload.preview': { run: progress.around(previewUpload(parts)), fail },
      'upload.remake': {
        run: reprocessModel(parts),
        fail: async (payload, failure) => void (await failCorrection(db, payload, failure)),
      },
    },
    config.workerConcurrency ?? filesAtATime,
  )
}
