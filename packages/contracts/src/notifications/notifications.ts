import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, PageOf, PageQuery, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import {
  announcementColumns,
  announcementStates,
  announcementTitleLength,
  MAX_ANNOUNCEMENT_LENGTH,
  MAX_ANNOUNCEMENT_PATH_LENGTH,
  MAX_UNREAD,
  notificationKinds,
  notificationTabs,
  subjectKinds,
} from './notifications.constants.js'
import { TokenText } from '../sessions/passwords.js'
import { Reason, tableQuery } from '../backstage/tables.js'
import { PublicUser } from '../users/users.js'
import { paths as backstagePaths } from './notifications-backstage.paths.js'
import { paths } from './notifications.paths.js'

export const Notification = StrictObject({
  id: Id,
  kind: Enum([...notificationKinds, 'sent']),
  tab: Enum(notificationTabs),
  message: Text(1024),
  excerpt: Text(4096),
  /** The two users who acted last, latest first. `people` counts all who acted. */
  actors: Type.Array(PublicUser),
  people: Type.Integer(),
  title: Text(512),
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Union([Text(4096), Type.Number()])),
  subject: Nullable(StrictObject({ kind: Enum(subjectKinds), id: Id })),
  path: Nullable(Text(512)),
  pictureUrl: Nullable(Text(2048)),
  /** True if the reader may no longer see the subject. All its details are then omitted, except the reader's own text. */
  hidden: Type.Boolean(),
  read: Type.Boolean(),
  version: Type.Integer(),
  at: Time,
})
export type Notification = Static<typeof Notification>

const count = Type.Integer({ minimum: 0, maximum: MAX_UNREAD })
/** `version` grows with each change. */
export const Unread = StrictObject({ notifications: count, comments: count, messages: count, version: Type.Integer() })
export type Unread = Static<typeof Unread>

const choice = {
  kind: Enum(notificationKinds),
  live: Type.Boolean(),
  bell: Type.Boolean(),
  email: Type.Boolean(),
  digest: Type.Boolean(),
}
export const Preference = StrictObject(choice)
export type Preference = Static<typeof Preference>

/** `emailSwitch` is part of the profile. When it is off, none of these notifications is mailed. */
export const Preferences = StrictObject({ items: Type.Array(Preference), emailSwitch: Type.Boolean() })
export type Preferences = Static<typeof Preferences>

const words = StrictObject({
  title: WrittenText(announcementTitleLength),
  body: WrittenText({ max: MAX_ANNOUNCEMENT_LENGTH }),
})
const AnnouncementTexts = StrictObject({ en: words, 'zh-CN': words })
export type AnnouncementTexts = Static<typeof AnnouncementTexts>

const AnnouncementInput = StrictObject({
  texts: AnnouncementTexts,
  path: Type.Optional(Type.String({ maxLength: MAX_ANNOUNCEMENT_PATH_LENGTH, pattern: '^/[^/\\\\]' })),
})
export const Announcement = StrictObject({
  id: Id,
  texts: AnnouncementTexts,
  path: Nullable(Text(512)),
  createdAt: Time,
  withdrawnAt: Nullable(Time),
})
export type Announcement = Static<typeof Announcement>

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    listNotifications: {
      summary: 'Lists a tab of the caller’s notifications, newest first',
      access: 'user',
      query: StrictObject({ ...PageQuery, tab: Type.Optional(Enum(notificationTabs)) }),
      response: PageOf(Notification),
    },
    readNotifications: {
      summary: 'Marks notifications or a whole tab as read; returns the unread counts',
      access: 'user',
      rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
      body: StrictObject({
        ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
        tab: Type.Optional(Enum(notificationTabs)),
      }),
      response: Unread,
    },
    unreadNotifications: {
      summary: 'Returns the caller’s counts of unread notifications and messages',
      access: 'user',
      response: Unread,
    },
    getPreferences: {
      summary: 'Returns the caller’s channels for each kind of notification',
      access: 'user',
      response: Preferences,
    },
    setPreferences: {
      summary: 'Sets the caller’s channels; omitted kinds stay unchanged',
      access: 'user',
      rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
      body: StrictObject({ items: Type.Array(Preference, { maxItems: notificationKinds.length }) }),
      response: Preferences,
    },
    unsubscribe: {
      summary: 'Unsubscribes from emails of the token’s kind, or with `all` of every kind; also as a form (RFC 8058)',
      access: 'public',
      rate: [{ calls: 60, windowSeconds: 60, by: ['address'] }],
      query: StrictObject({ token: Type.Optional(TokenText), all: Type.Optional(Type.Boolean()) }),
      form: StrictObject({ token: Type.Optional(TokenText), all: Type.Optional(Type.Boolean()) }),
      /** Null for the daily mail. */
      response: StrictObject({ kind: Nullable(Enum(notificationKinds)) }),
    },
    listAnnouncements: {
      summary: 'Lists announcements, newest first',
      access: 'admin',
      query: tableQuery(announcementColumns, { state: Type.Optional(Enum(announcementStates)) }),
      response: TableOf(Announcement),
    },
    createAnnouncement: {
      summary: 'Publishes an announcement to all users, in both languages',
      access: 'admin',
      idempotent: true,
      rate: [{ calls: 20, windowSeconds: 3600, by: ['user'] }],
      body: AnnouncementInput,
      status: 201,
      response: Announcement,
    },
    getAnnouncement: {
      summary: 'Returns an announcement',
      access: 'admin',
      response: Announcement,
    },
    withdrawAnnouncement: {
      summary: 'Withdraws an announcement; no more users are notified',
      access: 'admin',
      body: StrictObject({ reason: Reason }),
      response: Announcement,
    },
  },
)

/** `task`: the relay keeps the event until the job is done, so that a flush of the queue loses no notification. */
const notificationTask = { queue: 'notifications', attempts: 8, task: true } as const
export const jobs = {
  'notify.uploadReady': notificationTask,
  'notify.uploadFailed': notificationTask,
  'notify.videoReady': notificationTask,
  'notify.renderFinished': notificationTask,
  'notify.renderFailed': notificationTask,
  'notify.comment': notificationTask,
  'notify.like': notificationTask,
  'notify.follow': notificationTask,
  'notify.message': notificationTask,
  'notify.announcement': notificationTask,
  'notify.activityPhase': notificationTask,
  'notify.winners': notificationTask,
  'notify.disqualified': notificationTask,
  'notify.caseDecided': notificationTask,
  'notify.reinstated': notificationTask,
  'notify.alert': notificationTask,
} as const
export type NotificationJob = keyof typeof jobs

export const messages = { 'notification:new': Notification, 'notification:unread': Unread }
