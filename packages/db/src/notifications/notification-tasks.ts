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

/** Stores a task for each event that has a notification job; tasks that exist already stay unchanged. */
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

/** The task if it is still in this attempt. The row is locked, so a duplicate job waits until the transaction ends. */
export async function takeTask(trx: Db, { id, attempt }: { id: string; attempt: number }): Promise<Task | undefined> {
  return trx
    .selectFrom('notification_tasks')
    .select(['id', 'job', 'subject_id', 'params', 'event_attempt'])
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes a finished or stopped task. Returns false if it is gone or in another attempt. */
export async function endTask(trx: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const ended = await trx
    .deleteFrom('notification_tasks')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return ended.numDeletedRows === 1n
}

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

/** Starts another attempt, so that the task can get a new job. Returns false if it is done or in another attempt. */
export async function raiseTask(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const raised = await sql`update notification_tasks set attempt = attempt + 1, updated_at = now()
    where id = ${id} and attempt = ${attempt}`.execute(db)
  return raised.numAffectedRows === 1n
}

/** Lets the next sweep retry a task that has used up its attempts. Returns false if the task no longer exists. */
export async function reviveTask(db: Db, id: string): Promise<boolean> {
  const revived = await sql`update notification_tasks set attempt = least(attempt, ${MAX_TASK_ATTEMPTS - 1}),
    updated_at = 'epoch' where id = ${id}`.execute(db)
  return revived.numAffectedRows === 1n
}

/** Deletes failed tasks a week after the last attempt, because their events are out of date by then. */
export async function forgetTasks(db: Db): Promise<void> {
  // Revived tasks do not match. reviveTask() dates them 1970, but leaves them one more attempt.
  await sql`delete from notification_tasks where attempt >= ${MAX_TASK_ATTEMPTS}
    and updated_at < now() - interval '7 days'`.execute(db)
}
