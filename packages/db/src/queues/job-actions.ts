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
  /** Sets off anew what ended in failed, as its owner's Retry does. False when it is not failed, or cannot go on. */
  sendAgain(db: Db, payload: JobPayload): Promise<boolean>
  /**
   * Ends what waits, so that no sweep drives it anew; its owner can retry it. False when there was nothing to end: the
   * dead letter of an attempt before ends nothing of what its owner's Retry began.
   */
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

/** What sending again and stopping mean for the thing behind each job: the row is the truth, the job only a reminder. */
export const jobActions: Record<JobName, Actions> = {
  'upload.verify': upload,
  'upload.process': upload,
  'upload.preview': upload,
  // What there was stays, whatever becomes of the wish.
  'upload.remake': { sendAgain: async () => false, stop: (db, payload) => failCorrection(db, payload, stopped) },
  'image.remake': { sendAgain: async () => false, stop: async () => false },
  'image.process': {
    // A picture that failed has no original any more.
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
  // Whoever still wants it asks anew.
  'export.write': { sendAgain: async () => false, stop: (db, payload) => failExport(db, payload) },
  // Of numbers only: the next run does what this one did not.
  'history.roll': { sendAgain: async () => false, stop: async () => false },
  'views.count': { sendAgain: async () => false, stop: async () => false },
}

/** Renders of a person that are on their way in one of the two queues: most of their parts are in no queue yet. */
export async function livingRendersOf(db: Db, queue: QueueName, userId: string): Promise<string[]> {
  if (queue !== 'renders' && queue !== 'renders-cycles') return []
  const { rows } = await sql<{ id: string }>`select id from renders where owner_id = ${userId}
    and status in ('queued', 'preparing', 'rendering') and (engine = 'cycles') = ${queue === 'renders-cycles'}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** What of a person's waits in Postgres for a queue, as the jobs that it would become: each is stopped as these are. */
export async function heldJobsOf(
  db: Db,
  queue: QueueName,
  userId: string,
): Promise<{ name: JobName; payload: JobPayload }[]> {
  if (!isAdmissionQueue(queue)) return []
  const waiting = await waitingOf(db, queue, userId)
  return waiting.map(({ due, ...payload }) => ({ name: reactions[due].jobs[0], payload }))
}

/** What happened to the thing that a job is about, in order. A notification's job names an event: what that is about. */
export async function eventsOf(db: Db, id: string): Promise<{ type: string; attempt: number; created_at: Date }[]> {
  return db
    .selectFrom('events')
    .select(['type', 'attempt', 'created_at'])
    .where(sql<boolean>`subject_id in (${id}, (select subject_id from events where id = ${id}))`)
    .orderBy('created_at')
    .limit(200)
    .execute()
}
