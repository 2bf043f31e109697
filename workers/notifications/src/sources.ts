import type { Params, StoredFailure } from '@toile/contracts/failures'
import type { NotificationJob } from '@toile/contracts/notifications'
import type { Db } from '@toile/db/client'
import { findComment, mentionsIn } from '@toile/db/queries/comments'
import { findDeliveries } from '@toile/db/queries/messages'
import type { NewNotification } from '@toile/db/queries/notifications'
import type { Task } from '@toile/db/queries/notification-tasks'
import { findRender } from '@toile/db/queries/renders'
import { findUpload } from '@toile/db/queries/uploads'
import { findVideos } from '@toile/db/queries/videos'
import { canSeeWork, findWork } from '@toile/db/queries/works'

/** Whom an event concerns, out of the rows as they are now; nobody where it is over. */
export type Source = (db: Db, task: Task) => Promise<NewNotification[]>

const why = (failure: StoredFailure | null): Params => (failure ? { ...failure.params, failure: failure.code } : {})

/** For each kind of event: who is told what. An announcement goes to everybody, and has a handler of its own. */
export const sources: Record<Exclude<NotificationJob, 'notify.announcement'>, Source> = {
  async 'notify.uploadReady'(db, { subject_id: id }) {
    const upload = await findUpload(db, id)
    // A video is told of by its own event.
    if (upload?.kind !== 'model' || upload.stage !== 'ready_to_publish') return []
    return [
      { userId: upload.owner_id, kind: 'upload_ready', key: `upload_ready:${id}`, subject: { kind: 'upload', id } },
    ]
  },

  async 'notify.uploadFailed'(db, { subject_id: id, event_attempt: attempt }) {
    const upload = await findUpload(db, id)
    if (upload?.stage !== 'failed' || upload.attempt !== attempt) return []
    const key = `upload_failed:${id}:${attempt}`
    const params = why(upload.failure)
    return [{ userId: upload.owner_id, kind: 'upload_failed', key, subject: { kind: 'upload', id }, params }]
  },

  async 'notify.videoReady'(db, { subject_id: id }) {
    const [video] = await findVideos(db, [id])
    if (video?.status !== 'ready') return []
    const subject = { kind: 'upload', id: video.upload_id } as const
    return [{ userId: video.owner_id, kind: 'video_ready', key: `video_ready:${id}`, subject }]
  },

  async 'notify.renderFinished'(db, { subject_id: id }) {
    const render = await findRender(db, id)
    if (render?.status !== 'finished') return []
    const key = `render_finished:${id}`
    return [{ userId: render.owner_id, kind: 'render_finished', key, subject: { kind: 'render', id } }]
  },

  async 'notify.renderFailed'(db, { subject_id: id, event_attempt: attempt }) {
    const render = await findRender(db, id)
    if (render?.status !== 'failed') return []
    const key = `render_failed:${id}:${attempt}`
    const params = why(render.failure)
    return [{ userId: render.owner_id, kind: 'render_failed', key, subject: { kind: 'render', id }, params }]
  },

  async 'notify.comment'(db, { subject_id: id }) {
    const comment = await findComment(db, id)
    const work = comment && !comment.deleted_at && (await findWork(db, comment.work_id))
    if (!work) return []
    const answered = comment.parent_id ? await findComment(db, comment.parent_id) : undefined
    const mentioned = await mentionsIn(db, [id])
    const about = { key: `comment:${id}`, actorId: comment.owner_id, subject: { kind: 'comment', id } } as const
    // Of several reasons each person hears the nearest one: the key is the comment's.
    const told: NewNotification[] = [
      ...(answered && !answered.deleted_at ? [{ userId: answered.owner_id, kind: 'reply' as const, ...about }] : []),
      ...mentioned.map(({ user_id: userId }) => ({ userId, kind: 'mention' as const, ...about })),
      { userId: work.owner_id, kind: 'comment', ...about },
    ]
    const first = new Map(told.toReversed().map((one) => [one.userId, one]))
    return [...first.values()].filter(({ userId }) => canSeeWork(work, userId))
  },

  async 'notify.like'(db, { subject_id: id, params }) {
    const actorId = String(params['userId'])
    const work = await findWork(db, id)
    if (!work) return []
    const key = `like:${id}:${actorId}`
    return [{ userId: work.owner_id, kind: 'like', key, actorId, subject: { kind: 'work', id } }]
  },

  async 'notify.follow'(_db, { subject_id: userId, params }) {
    const actorId = String(params['userId'])
    return [{ userId, kind: 'follow', key: `follow:${actorId}`, actorId }]
  },

  async 'notify.message'(db, { subject_id: id, params }) {
    const senderId = String(params['userId'])
    const deliveries = (await findDeliveries(db, [id])).filter(({ reader_id }) => reader_id !== senderId)
    return deliveries.map(({ reader_id: userId, with_id: withId, moderator }) => {
      const from = moderator
        ? { subject: { kind: 'work', id: withId } as const }
        : { actorId: senderId, subject: { kind: 'user', id: senderId } as const }
      return { userId, kind: 'message', key: `message:${id}`, ...from }
    })
  },
}
