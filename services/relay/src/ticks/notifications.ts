import { mailDigests, mailDue } from '@toile/db/notifications/notification-mails'
import { raiseTask, stuckTasks } from '@toile/db/notifications/notification-tasks'
import type { TickParts } from './parts.js'
import { redriveStuckThings } from './stuck.js'

const BATCH = 200

/**
 * A job may be completed although its task remains, often because Postgres' disk was full. Such a job runs again
 * without a new attempt.
 */
export const redriveTasks = redriveStuckThings(
  'notification',
  stuckTasks,
  ({ job }) => job,
  async (db, { id, job, attempt }, { queues }) => {
    if (await queues.runAgain(job, { id, attempt })) return true
    if (!(await raiseTask(db, { id, attempt }))) return false
    await queues.add([{ name: job, payload: { id, attempt: attempt + 1 } }])
    return true
  },
)

export async function writeMails({ db }: TickParts): Promise<void> {
  while ((await mailDue(db, BATCH)) === BATCH);
  while ((await mailDigests(db, BATCH)) === BATCH);
}
