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

/** Stores events to notify of, by job; existing ones stay unchanged. */
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

/** The task in this attempt, if not done. Locks its row, so a duplicate job waits here and then finds it gone. */
export async function takeTask(trx: Db, { id, attempt }: { id: string; attempt: number }): Promise<Task | undefined> {
  return trx
    .selectFrom('notification_tasks')
    .select(['id', 'job', 'subject_id', 'params', 'event_attempt'])
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends a task. Returns false if it is gone or in another attempt. */
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

/** Starts another attempt, whose job is new. Returns false if the task is done or in another attempt. */
export async function raiseTask(db: Db, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const raised = await sql`update notification_tasks set attempt = attempt + 1, updated_at = now()
    where id = ${id} and attempt = ${attempt}`.execute(db)
  return raised.numAffectedRows === 1n
}

/** Lets the next sweep retry a task whose attempts are used up. Returns false if it is done. */
export async function reviveTask(db: Db, id: string): Promise<boolean> {
  const revived = await sql`update notification_tasks set attempt = least(attempt, ${MAX_TASK_ATTEMPTS - 1}),
    updated_at = 'epoch' where id = ${id}`.execute(db)
  return revived.numAffectedRows === 1n
}

/** Deletes failed tasks after a week, when their events are outdated. */
export async function forgetTasks(db: Db): Promise<void> {
  // A revived task has `updated_at` at the epoch and an attempt left.
  await sql`delete from notification_tasks where attempt >= ${MAX_TASK_ATTEMPTS}
    and updated_at < now() - interval '7 days'`.execute(db)
}
