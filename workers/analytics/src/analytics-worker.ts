import { startWorker } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import type { Running } from '@toile/runtime/process'
import { rollQueueHistory } from './handlers/roll.js'

/** Takes the jobs of the queue `analytics`. */
export async function openQueueWorker(running: Running): Promise<void> {
  const { db } = await openWorkerStores(running)
  startWorker(running, 'analytics', {
    // Nothing is lost with a run that fails: the next one draws the same hours together again.
    'history.roll': { run: rollQueueHistory(db), fail: async () => {} },
  })
}
