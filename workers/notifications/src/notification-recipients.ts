import type { Params, StoredFailure } from '@toile/contracts/failures'
import type { Decision } from '@toile/contracts/moderation/moderation.constants'
import type { NotificationJob } from '@toile/contracts/notifications/notifications'
import type { moderationResults } from '@toile/contracts/notifications/notifications.constants'
import type { Db } from '@toile/db/client'
import { findAlertRecipients } from '@toile/db/queues/alerts'
import { findEntryNotice } from '@toile/db/activities/activity-entries-backstage'
import { findWinnersToNotify } from '@toile/db/activities/activity-awards'
import { findComment, mentionsIn } from '@toile/db/comments/comments'
import { findPublishedVideo } from '@toile/db/courses/courses'
import { findDeliveries } from '@toile/db/messages/messages'
import { outcomeOf } from '@toile/db/moderation/moderation-decisions'
import type { NewNotification } from '@toile/db/notifications/notifications'
import type { Task } from '@toile/db/notifications/notification-tasks'
import { findRender } from '@toile/db/renders/renders'
import { findUpload } from '@toile/db/uploads/uploads'
import { canSeeWork } from '@toile/db/works/shown-works'
import { findVideos } from '@toile/db/videos/videos'
import type { BroadcastJob } from './broadcast-recipients.js'
import { findWork } from '@toile/db/works/works'

/** Finds recipients from the current rows. Returns none if the rows no longer call for the notification. */
export type FindRecipients = (db: Db, task: Task) => Promise<NewNotification[]>

const why = (failure: StoredFailure | null): Params => (failure ? { ...failure.params, failure: failure.code } : {})

type Result = (typeof moderationResults)[number]
/**
 * Results that `notify.caseDecided` sends to authors. `dismiss` sends none. Functions that carry out other decisions
 * notify the author themselves, for example of a ban, hidden content or a granted appeal.
 */
const authorResults: Partial<Record<Decision, Result>> = {
  uphold: 'upheld',
}
const reportResult = (decision: Decision): Result => (decision === 'dismiss' ? 'reportKept' : 'reportActed')

export const recipients: Record<Exclude<NotificationJob, BroadcastJob>, FindRecipients> = {
  async 'notify.uploadReady'(db, { subject_id: id }) {
    const upload = await findUpload(db, id)
    // Videos have their own job, `notify.videoReady`.
    if (upload?.kind !== 'model' || upload.stage !== 'ready_to_publish') return []
    return [
      { userId: upload.ownerId, kind: 'upload_ready', key: `upload_ready:${id}`, subject: { kind: 'upload', id } },
    ]
  },

  async 'notify.uploadFailed'(db, { subject_id: id, event_attempt: attempt }) {
    const upload = await findUpload(db, id)
    if (upload?.stage !== 'failed' || upload.attempt !== attempt) return []
    const key = `upload_failed:${id}:${attempt}`
    const params = why(upload.failure)
    return [{ userId: upload.ownerId, kind: 'upload_failed', key, subject: { kind: 'upload', id }, params }]
  },

  async 'notify.videoReady'(db, { subject_id: id }) {
    const [video] = await findVideos(db, [id])
    if (video?.status !== 'ready') return []
    const subject = { kind: 'upload', id: video.uploadId } as const
    return [{ userId: video.ownerId, kind: 'video_ready', key: `video_ready:${id}`, subject }]
  },

  async 'notify.renderFinished'(db, { subject_id: id }) {
    const render = await findRender(db, id)
    if (render?.status !== 'finished') return []
    const key = `render_finished:${id}`
    return [{ userId: render.ownerId, kind: 'render_finished', key, subject: { kind: 'render', id } }]
  },

  async 'notify.renderFailed'(db, { subject_id: id, event_attempt: attempt }) {
    const render = await findRender(db, id)
    if (render?.status !== 'failed' || render.attempt !== attempt) return []
    const key = `render_failed:${id}:${attempt}`
    const params = why(render.failure)
    return [{ userId: render.ownerId, kind: 'render_failed', key, subject: { kind: 'render', id }, params }]
  },

  async 'notify.comment'(db, { subject_id: id }) {
    const comment = await findComment(db, id)
    if (!comment || comment.deletedAt) return []
    const work = comment.workId ? await findWork(db, comment.workId) : undefined
    const isOnVideo = comment.videoId !== null && (await findPublishedVideo(db, comment.videoId)) !== undefined
    if (!work && !isOnVideo) return []
    const parent = comment.parentId ? await findComment(db, comment.parentId) : undefined
    const mentioned = await mentionsIn(db, [id])
    const about = { key: `comment:${id}`, actorId: comment.ownerId, subject: { kind: 'comment', id } } as const
    // Each user gets one notification, because all have the same key. The first of these reasons that applies wins.
    const notifications: NewNotification[] = [
      ...(parent && !parent.deletedAt ? [{ userId: parent.ownerId, kind: 'reply' as const, ...about }] : []),
      ...mentioned.map(({ userId }) => ({ userId, kind: 'mention' as const, ...about })),
      // Courses belong to the platform, so nobody is notified of every comment on them.
      ...(work ? [{ userId: work.ownerId, kind: 'comment' as const, ...about }] : []),
    ]
    const first = new Map(notifications.toReversed().map((one) => [one.userId, one]))
    return [...first.values()].filter(({ userId }) => !work || canSeeWork(work, { id: userId }))
  },

  async 'notify.like'(db, { subject_id: id, params }) {
    const actorId = String(params['userId'])
    const work = await findWork(db, id)
    if (!work) return []
    const key = `like:${id}:${actorId}`
    return [{ userId: work.ownerId, kind: 'like', key, actorId, subject: { kind: 'work', id } }]
  },

  async 'notify.follow'(_db, { subject_id: userId, params }) {
    const actorId = String(params['userId'])
    return [{ userId, kind: 'follow', key: `follow:${actorId}`, actorId }]
  },

  async 'notify.winners'(db, { subject_id: id }) {
    const winners = await findWinnersToNotify(db, id)
    return winners.map(({ workId, ownerId: userId, award, title }) => ({
      userId,
      kind: 'winner',
      key: `winner:${id}:${workId}`,
      subject: { kind: 'activity', id },
      params: { award, title },
    }))
  },

  async 'notify.disqualified'(db, { subject_id: id }) {
    const entry = await findEntryNotice(db, id)
    if (!entry?.disqualifiedAt) return []
    const params = { title: entry.title, phase: 'disqualified', reason: entry.reason ?? '' }
    const subject = { kind: 'activity', id: entry.activityId } as const
    // The key contains the time, so that the owner is also notified if the entry is disqualified again later.
    const key = `disqualified:${id}:${entry.disqualifiedAt.getTime()}`
    return [{ userId: entry.ownerId, kind: 'activity_phase', key, subject, params }]
  },

  async 'notify.reinstated'(db, { id: eventId, subject_id: id }) {
    const entry = await findEntryNotice(db, id)
    if (!entry || entry.disqualifiedAt) return []
    const params = { title: entry.title, phase: 'reinstated' }
    const subject = { kind: 'activity', id: entry.activityId } as const
    return [{ userId: entry.ownerId, kind: 'activity_phase', key: `reinstated:${eventId}`, subject, params }]
  },

  async 'notify.alert'(db, { subject_id: id }) {
    const alert = await findAlertRecipients(db, id)
    if (!alert) return []
    const params = { alert: alert.kind, queue: alert.queue }
    const about = { kind: 'alert', key: `alert:${id}`, subject: { kind: 'alert', id }, params } as const
    return alert.administrators.map((userId) => ({ ...about, userId }))
  },

  async 'notify.caseDecided'(db, { subject_id: id }) {
    const outcome = await outcomeOf(db, id)
    if (!outcome) return []
    const { kind, subjectKind: thing, subjectId, authorId, decision, reason } = outcome
    const about = { kind: 'moderation', key: `case:${id}` } as const
    const toAuthor = authorResults[decision]
    const toReporters =
      kind === 'appeal' ? (decision === 'grant' ? 'reportReversed' : undefined) : reportResult(decision)
    const subject = thing === 'work' || thing === 'comment' ? { subject: { kind: thing, id: subjectId } } : {}
    return [
      ...(authorId && toAuthor ? [{ ...about, userId: authorId, params: { result: toAuthor, reason } }] : []),
      ...(toReporters
        ? outcome.reporters
            .filter((userId) => userId !== authorId)
            .map((userId) => ({ ...about, ...subject, userId, params: { result: toReporters, thing } }))
        : []),
    ]
  },

  async 'notify.message'(db, { subject_id: id, params }) {
    const senderId = String(params['userId'])
    const deliveries = (await findDeliveries(db, [id])).filter(
      ({ readerId, readSeq, seq }) => readerId !== senderId && readSeq < seq,
    )
    return deliveries.map(({ readerId: userId, withId, moderator }) => {
      const from = moderator
        ? { subject: { kind: 'work', id: withId } as const }
        : { actorId: senderId, subject: { kind: 'user', id: senderId } as const }
      return { userId, kind: 'message', key: `message:${id}`, ...from }
    })
  },
}
