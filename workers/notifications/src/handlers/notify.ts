import type { Handler } from '@toile/bus/worker'
import type { JobPayload } from '@toile/contracts/jobs'
import type { NotificationJob } from '@toile/contracts/notifications/notifications'
import { inTransaction, type Db } from '@toile/db/client'
import { notify } from '@toile/db/notifications/notifications'
import { endTask, takeTask } from '@toile/db/notifications/notification-tasks'
import { broadcasts, isBroadcastJob, type Broadcast } from '../broadcast-recipients.js'
import { recipients } from '../notification-recipients.js'

/** Recipients per transaction. */
const BATCH = 100
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Writes the notifications and their events and deletes the task in one transaction. */
async function notifyRecipients(db: Db, payload: JobPayload): Promise<void> {
  await inTransaction(db, async (trx) => {
    const task = await takeTask(trx, payload)
    if (!task || isBroadcastJob(task.job)) return
    const notifications = await recipients[task.job](trx, task)
    // Locks recipients in a fixed order, so that two comments with the same recipients do not deadlock.
    notifications.sort((a, b) => (a.userId < b.userId ? -1 : 1))
    for (const one of notifications) await notify(trx, one)
    await endTask(trx, payload)
  })
}

/** Notifies in batches; after a crash, a retry continues with the recipients not notified yet. */
async function notifyBroadcast(db: Db, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const task = await inTransaction(db, (trx) => takeTask(trx, payload))
  if (!task || !isBroadcastJob(task.job)) return
  const broadcast = await broadcasts[task.job](db, task)
  if (broadcast) await notifyAll(db, broadcast, signal)
  await endTask(db, payload)
}

async function notifyAll(db: Db, { people, notification }: Broadcast, signal: AbortSignal): Promise<void> {
  for (let some = await people(FIRST_ID, BATCH); some.length > 0; some = await people(some.at(-1)!, BATCH)) {
    signal.throwIfAborted()
    await inTransaction(db, async (trx) => {
      for (const userId of some) await notify(trx, { ...notification, userId })
    })
  }
}

/** `fail` does nothing, because the relay's sweep finds the tasks of failed jobs and starts another attempt. */
export function notifyHandler(db: Db, job: NotificationJob): Handler {
  return {
    run: (payload, { signal }) =>
      isBroadcastJob(job) ? notifyBroadcast(db, payload, signal) : notifyRecipients(db, payload),
    fail: async () => {},
  }
}
