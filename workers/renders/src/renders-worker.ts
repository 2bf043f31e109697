import { hostname } from 'node:os'
import { progressReporter } from '@toile/bus/progress'
import { startWorker, type Handler } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import { failRender } from '@toile/db/renders/renders-transitions'
import { failChunk } from '@toile/db/renders/renders-drawing'
import { canTrace, findBlender } from '@toile/media/cycles/executable'
import { findFfmpeg } from '@toile/media/videos/executable'
import { removeLeftWorkFolders } from '@toile/media/work-folders'
import type { Running } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { createLazyBrowser } from '@toile/browser/lazy-browser'
import { inBlender } from './engines/in-blender.js'
import { onStage } from './engines/on-stage.js'
import { drawChunk } from './handlers/draw.js'
import { encodeRender } from './handlers/encode.js'
import type { Parts } from './parts.js'
import { createModelCache } from './model-cache.js'

/** Jobs at a time per queue. Software rendering uses every core, and a GPU draws only one picture at a time. */
const CONCURRENCY = 1

/** Takes jobs from the queue `renders`, and from `renders-cycles` if there is a working Blender. */
export async function openQueueWorker(running: Running): Promise<void> {
  const { config, log } = running
  const { db, redis } = await openWorkerStores(running)
  const user = systemUser(config.mediaUser)
  const browser = createLazyBrowser(config.chromiumPath, systemUser(config.browserUser), log, {
    useGpu: config.renderGpu,
  })
  const stages = createModelCache(browser.get)
  const parts: Parts = {
    db,
    redis,
    storage: await openStorage(config.storage),
    report: progressReporter(redis),
    tools: () => findFfmpeg(config.ffmpegPath),
    user,
    name: `${hostname()}-${process.pid}`,
  }

  running.onShutdown('browser', async () => {
    await stages.close()
    await browser.close()
  })
  await removeLeftWorkFolders()
  const failPart: Handler['fail'] = async (payload, failure) => void (await failChunk(db, payload, failure))
  startWorker(
    running,
    'renders',
    {
      'render.draw': {
        run: drawChunk(parts, onStage(stages)),
        fail: failPart,
      },
      'render.encode': {
        run: encodeRender(parts),
        fail: async (payload, failure) => void (await failRender(db, payload, failure)),
      },
    },
    CONCURRENCY,
  )
  // The API offers the engine `cycles` while a worker takes jobs from `renders-cycles`.
  const blender = findBlender(config.blenderPath)
  if (!blender || !(await canTrace(blender)))
    return log.info({ blender }, 'no working Blender: the engine cycles is not offered')
  log.info({ blender }, 'also takes renders-cycles')
  startWorker(
    running,
    'renders-cycles',
    { 'render.drawCycles': { run: drawChunk(parts, inBlender(parts, blender)), fail: failPart } },
    CONCURRENCY,
  )
}
