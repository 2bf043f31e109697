import { startWorker, type Handler, type Handlers } from '@toile/bus/worker'
import { openWorkerStores } from '@toile/bus/worker-stores'
import { jobs, type NotificationJob } from '@toile/contracts/notifications/notifications'
import type { Running } from '@toile/runtime/process'
import { notifyHandler } from './handlers/notify.js'
import { failMail, sendMail, type Parts } from './handlers/send.js'
import { openTransport } from './transport.js'

export async function openQueueWorker(running: Running): Promise<void> {
  const { config } = running
  const { db } = await openWorkerStores(running)
  const transport = openTransport(config.mail)
  running.onShutdown('mail', async () => transport.close())
  const parts = { db, transport, publicUrl: config.publicUrl, claimSeconds: config.jobLockSeconds }
  startWorker(running, 'notifications', handlersOf(parts))
}

export function handlersOf(parts: Parts): Handlers<'notifications'> {
  const notifyHandlers = Object.fromEntries(
    Object.keys(jobs).map((job) => [job, notifyHandler(parts.db, job as NotificationJob)]),
  ) as Record<NotificationJob, Handler>
  return { ...notifyHandlers, 'mail.send': { run: sendMail(parts), fail: failMail(parts) } }
}
