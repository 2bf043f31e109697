import type { ColumnType, Generated } from 'kysely'
import type { Params, StoredFailure } from '@toile/contracts/failures'
import type { MailKind, MailState } from '@toile/contracts/notifications/mails.constants'
import type { AnnouncementTexts, NotificationJob } from '@toile/contracts/notifications/notifications'
import type { NotificationKind, SubjectKind } from '@toile/contracts/notifications/notifications.constants'
import type { Json } from './json.js'

interface Mails {
  id: string
  user_id: string | null
  kind: MailKind
  address: string
  token_id: string | null
  params: ColumnType<Params, string | undefined, string>
  state: Generated<MailState>
  attempt: Generated<number>
  failure: Json<StoredFailure | null>
  /** Who is sending it, and until when nobody else does. */
  claim: string | null
  claimed_until: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface Notifications {
  id: string
  user_id: string
  kind: NotificationKind
  tab: 'notifications' | 'comments' | 'messages'
  /** Whether it stands in the list; others wait for their mail only. */
  bell: boolean
  /** What gathers in one row; null for what stands alone. */
  group_key: string | null
  subject_kind: SubjectKind | null
  subject_id: string | null
  params: ColumnType<Params, string | undefined, string>
  people: Generated<number>
  version: Generated<number>
  created_at: Date
  /** When the last one came; the list is in this order. */
  raised_at: Date
  read_at: Date | null
  /** When its mail is written, if it is still unread then. */
  mail_due_at: Date | null
  mail_id: string | null
  /** Whether it waits for the mail of the day. */
  digest: Generated<boolean>
  digest_id: string | null
}

interface NotificationCauses {
  user_id: string
  key: string
  notification_id: string
  actor_id: string | null
  at: Date
}

interface NotificationReaders {
  user_id: string
  /** Grows with every change of what is unread. */
  version: Generated<number>
  digested_on: Date | null
}

interface NotificationPreferences {
  user_id: string
  kind: NotificationKind
  live: boolean
  bell: boolean
  email: boolean
  digest: boolean
}

interface NotificationTasks {
  /** Of the event that is to be told. */
  id: string
  job: NotificationJob
  subject_id: string
  params: ColumnType<Params, string, string>
  event_attempt: number
  attempt: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface UnsubscribeTokens {
  token_hash: Buffer
  user_id: string
  /** Null for the mail of the day. */
  kind: NotificationKind | null
  created_at: Generated<Date>
}

interface Announcements {
  id: string
  author_id: string
  texts: ColumnType<AnnouncementTexts, string, string>
  path: string | null
  withdrawn_at: Date | null
  created_at: Generated<Date>
}

/** What people are told, here and by mail. */
export interface NotificationsTables {
  mails: Mails
  notifications: Notifications
  notification_causes: NotificationCauses
  notification_readers: NotificationReaders
  notification_preferences: NotificationPreferences
  notification_tasks: NotificationTasks
  unsubscribe_tokens: UnsubscribeTokens
  announcements: Announcements
}
