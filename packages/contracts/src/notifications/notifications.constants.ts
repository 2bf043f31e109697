import type { TableColumns } from '../backstage/tables.constants.js'
/** Tabs of the notification centre. `sent` (the user's own comments) and `messages` do not list notifications. */
export const notificationTabs = ['notifications', 'comments', 'sent', 'messages'] as const
export type NotificationTab = (typeof notificationTabs)[number]

/** `live`: on an open page. `bell`: in the notification list. `email`: one mail each. `digest`: in the daily mail. */
export const notificationChannels = ['live', 'bell', 'email', 'digest'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
export type ChannelChoice = Record<NotificationChannel, boolean>

interface KindRule {
  tab: 'notifications' | 'comments' | 'messages'
  /** `live`, `email` and `bell` are defaults. `email` is on only if users would otherwise miss something important. */
  live: boolean
  email?: true
  /** False for a kind that is in no list and has its own live message. */
  bell: boolean
  /** Merges several users' actions on one subject into one row: '12 people liked ...'. */
  gathers?: true
}

const rules = {
  // The next three are not shown live, because the upload tray on every page already reports them.
  upload_ready: { tab: 'notifications', live: false, bell: true },
  upload_failed: { tab: 'notifications', live: false, bell: true },
  video_ready: { tab: 'notifications', live: false, bell: true },
  render_finished: { tab: 'notifications', live: true, bell: true },
  render_failed: { tab: 'notifications', live: true, bell: true },
  comment: { tab: 'comments', live: true, bell: true },
  reply: { tab: 'comments', live: true, bell: true },
  mention: { tab: 'comments', live: true, bell: true },
  like: { tab: 'notifications', live: false, bell: true, gathers: true },
  follow: { tab: 'notifications', live: false, bell: true, gathers: true },
  // Not shown live or in the list, because the messages tab has its own count and live message.
  message: { tab: 'messages', live: false, bell: false, gathers: true },
  activity_phase: { tab: 'notifications', live: true, bell: true },
  winner: { tab: 'notifications', live: true, bell: true },
  s_code: { tab: 'notifications', live: true, bell: true },
  moderation: { tab: 'notifications', live: true, bell: true },
  removal: { tab: 'notifications', live: true, bell: true, email: true },
  announcement: { tab: 'notifications', live: true, bell: true },
  alert: { tab: 'notifications', live: true, bell: true },
} as const satisfies Record<string, KindRule>

export type NotificationKind = keyof typeof rules
export const notificationRules: Record<NotificationKind, KindRule> = rules
export const notificationKinds = Object.keys(rules) as NotificationKind[]

export function channelsOf(kind: NotificationKind): readonly NotificationChannel[] {
  return notificationRules[kind].tab === 'messages' ? ['email', 'digest'] : notificationChannels
}

export function defaultChannels(kind: NotificationKind): ChannelChoice {
  const { live, bell, email = false } = notificationRules[kind]
  return { live, bell, email, digest: false }
}

export const subjectKinds = [
  'upload',
  'render',
  'work',
  'comment',
  'user',
  'activity',
  'announcement',
  'alert',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const moderationResults = [
  'hidden',
  'removed',
  'restored',
  'kept',
  'commentHidden',
  'commentRestored',
  'warned',
  'unwarned',
  'cleared',
  'profileRestored',
  'upheld',
  'appealGranted',
  'reportActed',
  'reportKept',
  'reportReversed',
] as const

/** A read notification gathers further actions until this age, an unread one until `GATHER_UNREAD_HOURS`. */
export const GATHER_MINUTES = 10
export const GATHER_UNREAD_HOURS = 24
/** Delay of a mail. Meanwhile similar notifications are merged, and the reader may see them on the site first. */
export const MAIL_DELAY_MINUTES = 5
/** Maximum number of a user's mails for single notifications. Further notifications go into the daily mail. */
export const MAX_MAILS_PER_HOUR = 10
/** The daily mail is written from this hour on. The hour is in UTC, because users' time zones are unknown. */
export const DIGEST_HOUR_UTC = 7
/** Notifications in one daily mail. Further ones are only in the notification centre. */
export const MAX_DIGEST_LINES = 20
export const NOTIFICATION_RETENTION_DAYS = 90
export const UNSUBSCRIBE_DAYS = 365
/** Counting stops at this number. The page then shows `99+`. */
export const MAX_UNREAD = 100
/** In code points. */
export const MAX_EXCERPT_LENGTH = 160
/** Mentions per comment. Further @names stay plain text. */
export const MAX_MENTIONS = 10
export const MAX_TASK_ATTEMPTS = 5

export const announcementStates = ['published', 'withdrawn'] as const

export const announcementColumns = {
  title: { sort: true },
  path: {},
  createdAt: { sort: true },
  state: {},
} as const satisfies TableColumns

export const announcementTitleLength = { min: 1, max: 200 }
export const MAX_ANNOUNCEMENT_LENGTH = 2_000
export const MAX_ANNOUNCEMENT_PATH_LENGTH = 512
