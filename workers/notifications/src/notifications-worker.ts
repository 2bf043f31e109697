import { startWorker } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import type { Running } from '@toile/runtime/process'
import { failMail, sendMail } from './handlers/send.js'
import { openTransport } from './transport.js'

/** Takes the jobs of the queue `notifications`. */
export async function openQueueWorker(running: Running): Promise<void> {
  const { config } = running
  const { db } = await openWorkerStores(running)
  const transport = openTransport(config.mail)
  running.onShutdown('mail', async () => transport.close())
  const parts = { db, transport, publicUrl: config.publicUrl }
  startWorker(running, 'notifications', {
    'mail.send': { run: sendMail(parts), fail: failMail(parts) },
  })
}
