import { renderForecast } from '@toile/bus/render-forecast'
import type { LiveViews } from '@toile/bus/relay'
import type { LiveMessage } from '@toile/bus/live-stream'
import { isRetryable } from '@toile/contracts/failures'
import { failureView } from '@toile/contracts/failure-view'
import { standingsOf } from '@toile/db/activities/activities'
import { findAlerts } from '@toile/db/queues/alerts'
import { findImages } from '@toile/db/images/images'
import { findCaseChanges } from '@toile/db/moderation/moderation'
import { canSeeWork } from '@toile/db/works/shown-works'
import { findWorks } from '@toile/db/works/works'
import { findUploads } from '@toile/db/uploads/uploads'
import { findRenders } from '@toile/db/renders/renders'
import { findVideos } from '@toile/db/videos/videos'
import { newMessages, readMessages } from './message-views.js'
import { newNotification, unreadCounts } from './notification-views.js'
import { invitationActivated, softwareChanged } from './software-views.js'
import { renderMessage } from './render-message.js'

/** Builds payloads from the current rows, loaded in batches; events only identify the rows. */
export const views: LiveViews = {
  async 'upload:stage'(db, events) {
    const uploads = new Map(
      (
        await findUploads(
          db,
          events.map((event) => event.subject_id),
        )
      ).map((row) => [row.id, row]),
    )
    const messages = new Map<string, LiveMessage>()
    for (const event of events) {
      const upload = uploads.get(event.subject_id)
      if (!upload) continue
      messages.set(event.id, {
        room: `user:${upload.ownerId}`,
        event: 'upload:stage',
        payload: {
          uploadId: upload.id,
          stage: upload.stage,
          // This event is written only after all bytes have arrived, so the stage `upload` is complete.
          progress: upload.stage === 'upload' || upload.stage === 'ready_to_publish' ? 1 : 0,
          // Realtime adds the text in each socket's language.
          ...(upload.failure && {
            failure: failureView(upload.failure, 'en'),
            retryable: isRetryable(upload.failure.code),
          }),
          version: upload.version,
          at: upload.updatedAt.toISOString(),
        },
      })
    }
    return messages
  },

  async 'image:status'(db, events) {
    const images = new Map(
      (
        await findImages(
          db,
          events.map((event) => event.subject_id),
        )
      ).map((row) => [row.id, row]),
    )
    const messages = new Map<string, LiveMessage>()
    for (const event of events) {
      const image = images.get(event.subject_id)
      if (!image) continue
      messages.set(event.id, {
        room: `user:${image.ownerId}`,
        event: 'image:status',
        payload: {
          id: image.id,
          status: image.status,
          ...(image.uploadId && { uploadId: image.uploadId }),
          ...(image.failure && { failure: failureView(image.failure, 'en') }),
          version: image.version,
          at: image.updatedAt.toISOString(),
        },
      })
    }
    return messages
  },

  async 'video:status'(db, events) {
    const videos = new Map(
      (
        await findVideos(
          db,
          events.map((event) => event.subject_id),
        )
      ).map((row) => [row.id, row]),
    )
    const messages = new Map<string, LiveMessage>()
    for (const event of events) {
      const video = videos.get(event.subject_id)
      if (!video) continue
      messages.set(event.id, {
        room: `user:${video.ownerId}`,
        event: 'video:status',
        payload: {
          id: video.id,
          status: video.status,
          uploadId: video.uploadId,
          ...(video.failure && { failure: failureView(video.failure, 'en') }),
          version: video.version,
          at: video.updatedAt.toISOString(),
        },
      })
    }
    return messages
  },

  async 'render:status'(db, events, redis) {
    const ids = events.map((event) => event.subject_id)
    const forecast = await renderForecast(db, redis)
    const renders = new Map((await findRenders(db, ids)).map((row) => [row.id, row]))
    const messages = new Map<string, LiveMessage>()
    for (const event of events) {
      const render = renders.get(event.subject_id)
      if (render) messages.set(event.id, renderMessage(render, forecast))
    }
    return messages
  },

  async 'work:released'(db, events) {
    const works = new Map(
      (
        await findWorks(
          db,
          events.map((event) => event.subject_id),
        )
      ).map((row) => [row.id, row]),
    )
    const messages = new Map<string, LiveMessage>()
    for (const event of events) {
      const work = works.get(event.subject_id)
      // Anyone may follow the feed, so it omits works that visitors may not see. It also omits repeated releases.
      if (!work || event.params['again'] || !canSeeWork(work, undefined)) continue
      messages.set(event.id, {
        room: 'feed',
        event: 'work:released',
        payload: { workId: work.id, at: work.releasedAt!.toISOString() },
      })
    }
    return messages
  },

  async 'alert:changed'(db, events) {
    const ids = events.map((event) => event.subject_id)
    const alerts = new Map((await findAlerts(db, ids)).map((alert) => [alert.id, alert]))
    const messages = new Map<string, LiveMessage>()
    for (const event of events) {
      const payload = alerts.get(event.subject_id)
      if (payload) messages.set(event.id, { room: 'administrators', event: 'alert:changed', payload })
    }
    return messages
  },

  async 'case:changed'(db, events) {
    const ids = events.map((event) => event.subject_id)
    const { versions, open } = await findCaseChanges(db, ids)
    const messages = new Map<string, LiveMessage>()
    for (const { id: eventId, subject_id: id } of events) {
      const version = versions.get(id)
      if (version)
        messages.set(eventId, { room: 'administrators', event: 'case:changed', payload: { id, open, version } })
    }
    return messages
  },

  async 'activity:phase'(db, events) {
    const standings = await standingsOf(
      db,
      events.map((event) => event.subject_id),
    )
    const messages = new Map<string, LiveMessage>()
    for (const event of events) {
      const standing = standings.get(event.subject_id)
      if (!standing) continue
      const payload = { activityId: event.subject_id, ...standing }
      messages.set(event.id, { room: `activity:${event.subject_id}`, event: 'activity:phase', payload })
    }
    return messages
  },

  'message:new': newMessages,
  'message:read': readMessages,
  'notification:new': newNotification,
  'notification:unread': unreadCounts,

  'software:changed': softwareChanged,
  'invitation:activated': invitationActivated,

  async 'session:revoked'(_db, events) {
    return new Map(
      events.map((event) => [event.id, { room: `session:${event.subject_id}`, event: 'session:revoked', payload: {} }]),
    )
  },
}
