import type { ActivityPhaseMessage } from './activities/activities.js'
import type { Alert } from './queues/alerts.js'
import type { SoftwareChangedMessage } from './software/codes.js'
import type { ImageStatusMessage } from './images/images.js'
import type { InvitationActivatedMessage } from './users/invitations.js'
import type { QueueHealth } from './queues/queues.js'
import type { Message, MessageReadMessage } from './messages/messages.js'
import type { CaseChangedMessage } from './moderation/moderation.js'
import type { Notification, Unread } from './notifications/notifications.js'
import type { RenderStatusMessage } from './renders/renders.js'
import type { UploadStageMessage } from './uploads/uploads.js'
import type { VideoStatusMessage } from './videos/videos.js'
import type { WorkCountersMessage, WorkReleasedMessage } from './works/works.js'

/** Every socket event to the client, with its payload. Realtime and the web client both use this map. */
export interface LiveMessages {
  'upload:stage': UploadStageMessage
  'image:status': ImageStatusMessage
  'video:status': VideoStatusMessage
  'render:status': RenderStatusMessage
  'work:released': WorkReleasedMessage
  'work:counters': WorkCountersMessage
  'queue:health': QueueHealth
  'alert:changed': Alert
  'case:changed': CaseChangedMessage
  'activity:phase': ActivityPhaseMessage
  'message:new': Message
  'message:read': MessageReadMessage
  'notification:new': Notification
  'notification:unread': Unread
  'software:changed': SoftwareChangedMessage
  'invitation:activated': InvitationActivatedMessage
  'session:revoked': Record<never, never>
  resync: Record<never, never>
}
export type LiveEvent = keyof LiveMessages

/** Events that follow from something committed; the others are made by realtime itself, or by a tick. */
export type ReactionEvent = Exclude<LiveEvent, 'resync' | 'work:counters' | 'queue:health'>

export interface Acknowledgement {
  ok: boolean
  code?: string
}

/** socket.io's types of the two directions. */
export type ServerToClient = { [E in LiveEvent]: (message: LiveMessages[E]) => void }
export interface ClientToServer {
  subscribe: (request: { topic: string }, acknowledge: (reply: Acknowledgement) => void) => void
  unsubscribe: (request: { topic: string }, acknowledge: (reply: Acknowledgement) => void) => void
}
