import type { Handler } from '@toile/bus/worker'
import type { JobPayload } from '@toile/contracts/jobs'
import type { NotificationJob } from '@toile/contracts/notifications'
import { inTransaction, type Db } from '@toile/db/client'
import { findAnnouncement, yetToHear } from '@toile/db/queries/announcements'
import { notify } from '@toile/db/queries/notifications'
import { endTask, takeTask } from '@toile/db/queries/notification-tasks'
import { sources } from '../sources.js'

/** People who hear of an announcement in one transaction. */
const BATCH = 100
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Tells of one event. Task, rows and their events go in one transaction: killed anywhere, it has happened or it has not. */
async function tell(db: Db, payload: JobPayload): Promise<void> {
  await inTransaction(db, async (trx) => {
    const task = await takeTask(trx, payload)
    if (!task || task.job === 'notify.announcement') return
    const told = await sources[task.job](trx, task)
    // In one order for all, so that two comments that reach the same people do not wait for one another.
    told.sort((a, b) => (a.userId < b.userId ? -1 : 1))
    for (const one of told) await notify(trx, one)
    await endTask(trx, task.id)
  })
}

/** Tells everybody who was there at the time, some at once; killed half-way it goes on with those who have yet to hear. */
async function announce(db: Db, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const task = await inTransaction(db, (trx) => takeTask(trx, payload))
  const announcement = task && (await findAnnouncement(db, task.subject_id))
  const key = `announcement:${announcement?.id}`
  for (let after = FIRST_ID; announcement;) {
    signal.throwIfAborted()
    const people = await yetToHear(db, { key, before: announcement.created_at, after, limit: BATCH })
    if (people.length === 0) break
    await inTransaction(db, async (trx) => {
      const subject = { kind: 'announcement', id: announcement.id } as const
      for (const userId of people) await notify(trx, { userId, kind: 'announcement', key, subject })
    })
    after = people.at(-1)!
  }
  if (task) await endTask(db, task.id)
}

/** The handler of a job that tells of an event. One that cannot be told in all its tries is found again by the sweep. */
export function notifyHandler(db: Db, job: NotificationJob): Handler {
  return {
    run: (payload, { signal }) => (job === 'notify.announcement' ? announce(db, payload, signal) : tell(db, payload)),
    fail: async () => {},
  }
}
