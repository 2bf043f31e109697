import { mailDigests, mailDue } from '@toile/db/notifications/notification-mails'
import { raiseTask, stuckTasks } from '@toile/db/notifications/notification-tasks'
import type { TickParts } from './parts.js'
import { redriveStuckThings } from './stuck.js'

const BATCH = 200

/**
 * One whose job has ended well is there again because the relay could not note that it had passed the event on: the same
 * job ends it, as no new try, for while Postgres is full that happens every few seconds, and would use up all of them.
 */
export const redriveTasks = redriveStuckThings(
  'notification',
  stuckTasks,
  ({ job }) => job,
  async (db, { id, job, attempt }, { queues }) => {
    if (await queues.runAgain(job, { id, attempt })) return false
    if (!(await raiseTask(db, { id, attempt }))) return false
    await queues.add([{ name: job, payload: { id, attempt: attempt + 1 } }])
    return true
  },
)

/** Writes the mails that are due by now. */
export async function writeMails({ db }: TickParts): Promise<void> {
  while ((await mailDue(db, BATCH)) === BATCH);
  while ((await mailDigests(db, BATCH)) === BATCH);
}
