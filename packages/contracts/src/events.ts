import { alertEvents } from './alerts.js'
import { analyticsEvents } from './analytics.js'
import { commentEvents } from './comments.js'
import { creatorEvents } from './creators.js'
import { imageEvents } from './images.js'
import { mailEvents } from './mails.js'
import { messageEvents } from './messages.js'
import { notificationEvents } from './notifications.js'
import { renderEvents } from './renders.js'
import { reportEvents } from './reports.js'
import { uploadEvents } from './uploads.js'
import { sessionEvents } from './sessions.js'
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
  ...messageEvents,
  ...notificationEvents,
  ...mailEvents,
  ...analyticsEvents,
  ...alertEvents,
] as const
export type EventType = (typeof eventTypes)[number]
