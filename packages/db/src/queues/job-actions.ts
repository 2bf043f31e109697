import { sql } from 'kysely'
import type { StoredFailure } from '@toile/contracts/failures'
import type { JobName, JobPayload, QueueName } from '@toile/contracts/jobs'
import { jobs, type NotificationJob } from '@toile/contracts/notifications/notifications'
import { reactions } from '@toile/contracts/reactions'
import type { Db } from '../client.js'
import { failImage } from '../images/images-transitions.js'
import { isAdmissionQueue, waitingOf } from '../files/admission-queues.js'
import { endMail, sendMailAgain } from '../notifications/mails.js'
import { endTask, reviveTask } from '../notifications/notification-tasks.js'
import { cancelAttempt, retryRender } from '../renders/renders-transitions.js'
import { renderOfChunk } from '../renders/renders-drawing.js'
import { failExport } from '../backstage/table-exports.js'
import { failCorrection } from '../uploads/uploads-reprocessing.js'
import { failUpload, retryUpload } from '../uploads/uploads-transitions.js'
import { failVideo } from '../videos/videos-transitions.js'

interface Actions {
  /** Restarts a failed item, like the owner's Retry. Returns false if the item has not failed or cannot continue. */
  sendAgain(db: Db, payload: JobPayload): Promise<boolean>
  /** Ends a waiting item. Returns false if there is nothing to end, for example because the attempt is outdated. */
  stop(db: Db, payload: JobPayload): Promise<boolean>
}

const stopped: StoredFailure = { code: 'STOPPED_BY_OPERATOR', params: {} }

const upload: Actions = {
  sendAgain: (db, { id }) => retryUpload(db, id),
  stop: (db, payload) => failUpload(db, payload, stopped),
}
const chunk: Actions = {
  async sendAgain(db, { id }) {
    const row = await db.selectFrom('render_chunks').select('render_id').where('id', '=', id).executeTakeFirst()
    return row !== undefined && retryRender(db, row.render_id)
  },
  async stop(db, payload) {
    const render = await renderOfChunk(db, payload)
    return render !== undefined && cancelAttempt(db, render)
  },
}
const render: Actions = {
  sendAgain: (db, { id }) => retryRender(db, id),
  stop: (db, payload) => cancelAttempt(db, payload),
}

const task: Actions = {
  sendAgain: (db, { id }) => reviveTask(db, id),
  stop: (db, payload) => endTask(db, payload),
}
const tasks = Object.fromEntries(Object.keys(jobs).map((name) => [name, task])) as Record<NotificationJob, Actions>

/** How to retry and stop the row behind each job. */
export const jobActions: Record<JobName, Actions> = {
  'upload.verify': upload,
  'upload.process': upload,
  'upload.preview': upload,
  // Reprocessing is not retried: if it fails, the existing files stay in use.
  'upload.remake': { sendAgain: async () => false, stop: (db, payload) => failCorrection(db, payload, stopped) },
  'image.remake': { sendAgain: async () => false, stop: async () => false },
  'image.process': {
    // A failed image has no original left.
    sendAgain: async () => false,
    stop: (db, payload) => failImage(db, payload, stopped),
  },
  'video.process': {
    async sendAgain(db, { id }) {
      const video = await db.selectFrom('videos').select('upload_id').where('id', '=', id).executeTakeFirst()
      return video !== undefined && retryUpload(db, video.upload_id)
    },
    stop: (db, payload) => failVideo(db, payload, stopped),
  },
  'render.draw': chunk,
  'render.drawCycles': chunk,
  'render.encode': render,
  ...tasks,
  'mail.send': {
    sendAgain: (db, { id }) => sendMailAgain(db, id),
    stop: (db, payload) => endMail(db, payload, 'cancelled'),
  },
  // The owner can request a new export.
  'export.write': { sendAgain: async () => false, stop: (db, payload) => failExport(db, payload) },
  // The next scheduled run does what a failed one has missed.
  'history.roll': { sendAgain: async () => false, stop: async () => false },
  'views.count': { sendAgain: async () => false, stop: async () => false },
}

/** Ids of a user's active renders. Most of their chunks still wait in Postgres and are in no queue. */
export async function livingRendersOf(db: Db, queue: QueueName, userId: string): Promise<string[]> {
  if (queue !== 'renders' && queue !== 'renders-cycles') return []
  const { rows } = await sql<{ id: string }>`select id from renders where owner_id = ${userId}
    and status in ('queued', 'preparing', 'rendering') and (engine = 'cycles') = ${queue === 'renders-cycles'}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** The jobs that the user's items in Postgres will become. With these, an operator can stop the items like jobs. */
export async function heldJobsOf(
  db: Db,
  queue: QueueName,
  userId: string,
): Promise<{ name: JobName; payload: JobPayload }[]> {
  if (!isAdmissionQueue(queue)) return []
  const waiting = await waitingOf(db, queue, userId)
  return waiting.map(({ due, ...payload }) => ({ name: reactions[due].jobs[0], payload }))
}

/** The oldest 200 events of a job's subject. A notification job has the id of its event, whose subject is then used. */
export async function eventsOf(db: Db, id: string): Promise<{ type: string; attempt: number; created_at: Date }[]> {
  return db
    .selectFrom('events')
    .select(['type', 'attempt', 'created_at'])
    .where(sql<boolean>`subject_id in (${id}, (select subject_id from events where id = ${id}))`)
    .orderBy('created_at')
    .limit(200)
    .execute()
}
