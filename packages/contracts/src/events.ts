import { activityEvents } from './activities/activities.js'
import { alertEvents } from './queues/alerts.js'
import { analyticsEvents } from './analytics/analytics.js'
import { codeEvents } from './software/codes.js'
import { commentEvents } from './comments/comments.js'
import { creatorEvents } from './users/creators.js'
import { deviceEvents } from './software/devices.js'
import { imageEvents } from './images/images.js'
import { invitationEvents } from './users/invitations.js'
import { mailEvents } from './notifications/mails.js'
import { messageEvents } from './messages/messages.js'
import { moderationEvents } from './moderation/moderation.js'
import { notificationEvents } from './notifications/notifications.js'
import { renderEvents } from './renders/renders.js'
import { reportEvents } from './moderation/reports.js'
import { uploadEvents } from './uploads/uploads.js'
import { sessionEvents } from './sessions/sessions.js'
import { tableExportEvents } from './backstage/table-exports.js'
import { videoEvents } from './videos/videos.js'
import { workEvents } from './works/works.js'

/** Every event there is. Each is written in the statement that made it true. */
export const eventTypes = [
  ...sessionEvents,
  ...uploadEvents,
  ...imageEvents,
  ...videoEvents,
  ...renderEvents,
  ...workEvents,
  ...commentEvents,
  ...creatorEvents,
  ...reportEvents,
  ...moderationEvents,
  ...messageEvents,
  ...notificationEvents,
  ...mailEvents,
  ...analyticsEvents,
  ...tableExportEvents,
  ...alertEvents,
  ...codeEvents,
  ...deviceEvents,
  ...invitationEvents,
  ...activityEvents,
] as const
export type EventType = (typeof eventTypes)[number]
