import { sql } from 'kysely'
import { isTask, type JobName } from '@toile/contracts/jobs'
import type { Params } from '@toile/contracts/failures'
import type { NotificationJob } from '@toile/contracts/notifications/notifications'
import { MAX_TASK_ATTEMPTS } from '@toile/contracts/notifications/notifications.constants'
import type { Db } from '../client.js'
import type { ClaimedEvent } from '../events.js'

export interface Task {
  id: string
  job: NotificationJob
  subject_id: string
  params: Params
  event_attempt: number
}

/** Keeps events that have yet to be notified of, by their jobs; one that is kept already stays as it is. */
export async function insertTasks(db: Db, caused: readonly { event: ClaimedEvent; job: JobName }[]): Promise<void> {
  const tasks = caused.filter(({ job }) => isTask(job))
  if (tasks.length === 0) return
  await db
    .insertInto('notification_tasks')
    .values(
      tasks.map(({ event, job }) => ({
        id: event.id,
        job: job as NotificationJob,
        subject_id: event.subject_id,
        params: JSON.stringify(event.params),
        event_attempt: event.attempt,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * A task that waits in this attempt; undefined when it is told. Its row is locked until the transaction ends: a twin of
 * the job waits here, and then finds it gone.
 */
export async function takeTask(trx: Db, { id, attempt }: { id: string; attempt: number }): Promise<Task | undefined> {
  return trx
    .selectFrom('notification_tasks')
    .select(['id', 'job', 'subject_id', 'params', 'event_attempt'])
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
}

/** It is told, or there is nothing to tell. False when it is gone, or another attempt has it. */
export async function endTask(trx: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const ended = await trx
    .deleteFrom('notification_tasks')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return ended.numDeletedRows === 1n
}

/** Tasks that should be told by now, oldest first. */
export function stuckTasks(db: Db, { seconds, limit }: { seconds: number; limit: number }) {
  return db
    .selectFrom('notification_tasks')
    .select(['id', 'job', 'attempt'])
    .where('updated_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where('attempt', '<', MAX_TASK_ATTEMPTS)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

/** Raises a task's attempt, so that its job is a new one; false when it is told or raised by another. */
export async function raiseTask(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const raised = await sql`update notification_tasks set attempt = attempt + 1, updated_at = now()
    where id = ${id} and attempt = ${attempt}`.execute(db)
  return raised.numAffectedRows === 1n
}

/** Lets the next sweep begin a task anew, though its tries are used up; false when it is told. */
export async function reviveTask(db: Db, id: string): Promise<boolean> {
  const revived = await sql`update notification_tasks set attempt = least(attempt, ${MAX_TASK_ATTEMPTS - 1}),
    updated_at = 'epoch' where id = ${id}`.execute(db)
  return revived.numAffectedRows === 1n
}

/** What could not be told in all its tries is forgotten after a week: what it tells of is over. */
export async function forgetTasks(db: Db): Promise<void> {
  // One that was revived is of the epoch, and has a try left.
  await sql`delete from notification_tasks where attempt >= ${MAX_TASK_ATTEMPTS}
    and updated_at < now() - interval '7 days'`.execute(db)
}
