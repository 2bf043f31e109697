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
  /** The claim of the worker that sends the mail. It ends at `claimed_until`, which is cleared after a failed try. */
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
  /** Whether the user's list shows the notification; otherwise it is only pushed or mailed. */
  bell: boolean
  /** Null for ungrouped notifications. */
  group_key: string | null
  subject_kind: SubjectKind | null
  subject_id: string | null
  params: ColumnType<Params, string | undefined, string>
  people: Generated<number>
  version: Generated<number>
  created_at: Date
  /** Time of the latest cause. The user's list is sorted by it. */
  raised_at: Date
  read_at: Date | null
  /** When to mail the notification if it is still unread. */
  mail_due_at: Date | null
  mail_id: string | null
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
  /** Grows with every change of the unread counts. */
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
  /** Id of the event. */
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
  /** Null for the digest. */
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
