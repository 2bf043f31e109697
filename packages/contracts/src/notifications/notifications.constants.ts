import type { TableColumns } from '../backstage/tables.constants.js'
/** The lists of the notification center. What I wrote (`sent`) and messages are no notifications of their own. */
export const notificationTabs = ['notifications', 'comments', 'sent', 'messages'] as const
export type NotificationTab = (typeof notificationTabs)[number]

/** Where a person may be told: at once on an open page, in the list, by a mail of its own, in the mail of the day. */
export const notificationChannels = ['live', 'bell', 'email', 'digest'] as const
export type NotificationChannel = (typeof notificationChannels)[number]
export type ChannelChoice = Record<NotificationChannel, boolean>

interface KindRule {
  tab: 'notifications' | 'comments' | 'messages'
  /** What a person has who never chose. Mail is quiet until asked for, but for what would be lost otherwise. */
  live: boolean
  email?: true
  /** False where the kind has no place in a list, and no message of its own on an open page. */
  bell: boolean
  /** Several people about the same thing become one row: '12 people liked ...'. */
  gathers?: true
}

/** Every kind of notification there is. Its words stand in notifications.json of locales. */
const rules = {
  // The tray of uploads tells of these on every page already.
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
  // The messages tab has a count and a live message of its own.
  message: { tab: 'messages', live: false, bell: false, gathers: true },
  activity_phase: { tab: 'notifications', live: true, bell: true },
  winner: { tab: 'notifications', live: true, bell: true },
  s_code: { tab: 'notifications', live: true, bell: true },
  moderation: { tab: 'notifications', live: true, bell: true },
  removal: { tab: 'notifications', live: true, bell: true, email: true },
  announcement: { tab: 'notifications', live: true, bell: true },
  // For administrators alone: something is wrong with Toile itself.
  alert: { tab: 'notifications', live: true, bell: true },
} as const satisfies Record<string, KindRule>

export type NotificationKind = keyof typeof rules
export const notificationRules: Record<NotificationKind, KindRule> = rules
export const notificationKinds = Object.keys(rules) as NotificationKind[]

/** The channels that a kind has at all. */
export function channelsOf(kind: NotificationKind): readonly NotificationChannel[] {
  return notificationRules[kind].tab === 'messages' ? ['email', 'digest'] : notificationChannels
}

/** What a person is told by who never chose. */
export function defaultChannels(kind: NotificationKind): ChannelChoice {
  const { live, bell, email = false } = notificationRules[kind]
  return { live, bell, email, digest: false }
}

/** What a notification speaks of; opening it leads there. */
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

/** How a moderator decided; the words are in notifications.json of locales. */
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

/** A row that was read takes no more people in once it is this old; an unread one does for a day. */
export const GATHER_MINUTES = 10
export const GATHER_UNREAD_HOURS = 24
/** A mail waits this long for more of the same, and for its reader to come by and read it here. */
export const MAIL_DELAY_MINUTES = 5
/** Mails of single notifications that a person gets within an hour; what comes after is in the mail of the day. */
export const MAX_MAILS_PER_HOUR = 10
/** The mail of the day goes out from this hour on; people's time zones are not known. */
export const DIGEST_HOUR_UTC = 7
/** Of one digest; the rest is in the notification center. */
export const MAX_DIGEST_LINES = 20
/** After so long a notification is forgotten, read or not. */
export const NOTIFICATION_RETENTION_DAYS = 90
/** The link that ends mails of a kind works for so long after its mail. */
export const UNSUBSCRIBE_DAYS = 365
/** Counts go no further: more is shown as `99+`. */
export const MAX_UNREAD = 100
/** Of a comment, in code points. */
export const MAX_EXCERPT_LENGTH = 160
/** People that one comment reaches by @name; further names are plain text. */
export const MAX_MENTIONS = 10
/** After so many tries a task that always fails is left alone. */
export const MAX_TASK_ATTEMPTS = 5

export const announcementStates = ['told', 'withdrawn'] as const

/** The table of announcements. */
export const announcementColumns = {
  title: { sort: true },
  path: {},
  createdAt: { sort: true },
  state: {},
} as const satisfies TableColumns

/** Of the title of an announcement, in each language. */
export const announcementTitleLength = { min: 1, max: 200 }
export const MAX_ANNOUNCEMENT_LENGTH = 2_000
/** Of the page that it leads to. */
export const MAX_ANNOUNCEMENT_PATH_LENGTH = 512
