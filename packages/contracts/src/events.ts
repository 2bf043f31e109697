import { activityEvents } from './activities.js'
import { alertEvents } from './alerts.js'
import { analyticsEvents } from './analytics.js'
import { codeEvents } from './codes.js'
import { commentEvents } from './comments.js'
import { creatorEvents } from './creators.js'
import { deviceEvents } from './devices.js'
import { imageEvents } from './images.js'
import { invitationEvents } from './invitations.js'
import { mailEvents } from './mails.js'
import { messageEvents } from './messages.js'
import { moderationEvents } from './moderation.js'
import { notificationEvents } from './notifications.js'
import { renderEvents } from './renders.js'
import { reportEvents } from './reports.js'
import { uploadEvents } from './uploads.js'
import { sessionEvents } from './sessions.js'
import { tableExportEvents } from './table-exports.js'
import { videoEvents } from './videos.js'
import { workEvents } from './works.js'

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
