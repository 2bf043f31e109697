import { mailDigests, mailDue } from '@toile/db/queries/notification-mails'
import { raiseTask, stuckTasks } from '@toile/db/queries/notification-tasks'
import type { TickParts } from './parts.js'

const BATCH = 200

/**
 * Starts tasks anew that have no living job: lost by a flushed Redis, or out of their tries. One whose job has ended well
 * is there again because the relay could not note that it had passed the event on: the same job ends it, as no new try,
 * for while Postgres is full that happens every few seconds, and would use up all of them.
 */
export async function redriveTasks({ db, queues, config, log }: TickParts): Promise<void> {
  for (const { id, job, attempt } of await stuckTasks(db, { seconds: config.sweepAfterSeconds, limit: BATCH })) {
    if (await queues.isAlive(job, { id, attempt })) continue
    if (await queues.runAgain(job, { id, attempt })) continue
    if (!(await raiseTask(db, { id, attempt }))) continue
    await queues.add([{ name: job, payload: { id, attempt: attempt + 1 } }])
    log.info({ event: id, job }, 'notification driven anew')
  }
}

/** Writes the mails that are due by now. */
export async function writeMails({ db }: TickParts): Promise<void> {
  while ((await mailDue(db, BATCH)) === BATCH);
  while ((await mailDigests(db, BATCH)) === BATCH);
}
