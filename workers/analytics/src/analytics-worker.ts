import { startWorker } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import { failExport } from '@toile/db/backstage/table-exports'
import type { Running } from '@toile/runtime/process'
import { openStorage } from '@toile/storage/open'
import { countPageViews } from './handlers/count-views.js'
import { writeExport } from './handlers/export.js'
import { rollHour } from './handlers/roll.js'

export async function openQueueWorker(running: Running): Promise<void> {
  const { db, redis } = await openWorkerStores(running)
  const storage = await openStorage(running.config.storage)
  // A failed run needs no handling: the next run sums the same hours again and counts all views that still wait.
  const comesAgain = async () => {}
  startWorker(running, 'analytics', {
    'history.roll': { run: rollHour(db), fail: comesAgain },
    'views.count': { run: countPageViews(db, redis), fail: comesAgain },
    'export.write': {
      run: writeExport({ db, storage }),
      fail: async (payload) => void (await failExport(db, payload)),
    },
  })
}
