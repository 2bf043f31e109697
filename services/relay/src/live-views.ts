import { renderForecast } from '@toile/bus/render-forecast'
import type { LiveViews } from '@toile/bus/relay'
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
import { perRow } from './per-row.js'
import { invitationActivated, softwareChanged } from './software-views.js'
import { renderMessage } from './render-message.js'

/** Most payloads are built from the current rows, loaded in batches. A row may be newer than the event about it. */
export const views: LiveViews = {
  'upload:stage': perRow(findUploads, (upload) => ({
    room: `user:${upload.ownerId}`,
    event: 'upload:stage',
    payload: {
      uploadId: upload.id,
      stage: upload.stage,
      // This event is written only after all bytes have arrived, so the stage `upload` is complete.
      progress: upload.stage === 'upload' || upload.stage === 'ready_to_publish' ? 1 : 0,
      // Realtime replaces the English text with the text in each socket's language.
      ...(upload.failure && {
        failure: failureView(upload.failure, 'en'),
        retryable: isRetryable(upload.failure.code),
      }),
      version: upload.version,
      at: upload.updatedAt.toISOString(),
    },
  })),

  'image:status': perRow(findImages, (image) => ({
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
  })),

  'video:status': perRow(findVideos, (video) => ({
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
  })),

  async 'render:status'(db, events, redis) {
    const forecast = await renderForecast(db, redis)
    return perRow(findRenders, (render) => renderMessage(render, forecast))(db, events, redis)
  },

  'work:released': perRow(findWorks, (work, event) =>
    // Anyone may follow the feed, so it omits works that visitors may not see. It also omits repeated releases.
    event.params['again'] || !canSeeWork(work, undefined)
      ? undefined
      : {
          room: 'feed',
          event: 'work:released',
          payload: { workId: work.id, at: work.releasedAt!.toISOString() },
        },
  ),

  'alert:changed': perRow(findAlerts, (payload) => ({ room: 'administrators', event: 'alert:changed', payload })),

  'case:changed': perRow(findCaseChanges, (payload) => ({ room: 'administrators', event: 'case:changed', payload })),

  'activity:phase': perRow(standingsOf, ({ id, ...standing }) => ({
    room: `activity:${id}`,
    event: 'activity:phase',
    payload: { activityId: id, ...standing },
  })),

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
