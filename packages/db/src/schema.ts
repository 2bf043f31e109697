import type { ColumnType, Generated } from 'kysely'
import type { AlertKind } from '@toile/contracts/alerts.constants'
import type { EventType } from '@toile/contracts/events'
import type { Pin } from '@toile/contracts/comments'
import type { GridItem } from '@toile/contracts/creators'
import type { Params, StoredFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images'
import type { CoverAngle, ImagePurpose, ImageStatus } from '@toile/contracts/images.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { MailKind, MailState } from '@toile/contracts/mails.constants'
import type { ConversationKind, Standing } from '@toile/contracts/messages.constants'
import type { ModelFacts, ModelReport } from '@toile/contracts/models'
import type { ClosedFormat } from '@toile/contracts/models.constants'
import type { TokenPurpose } from '@toile/contracts/one-time-tokens.constants'
import type { QueueHealth } from '@toile/contracts/queues'
import type { AnnouncementTexts, NotificationJob } from '@toile/contracts/notifications'
import type { NotificationKind, SubjectKind } from '@toile/contracts/notifications.constants'
import type { Piece, RenderSettings } from '@toile/contracts/render-plan'
import type { RenderEngine, RenderStatus, RenderType } from '@toile/contracts/renders.constants'
import type { ReportKind } from '@toile/contracts/reports.constants'
import type { AccountStep } from '@toile/contracts/sessions.constants'
import type { SocialProvider } from '@toile/contracts/social.constants'
import type { UploadKind, UploadStage } from '@toile/contracts/uploads.constants'
import type { UserGroup } from '@toile/contracts/users.constants'
import type { VideoStatus } from '@toile/contracts/videos.constants'
import type { Hotspot } from '@toile/contracts/works'
import type { Category, Visibility, WorkState } from '@toile/contracts/works.constants'

// The tables as Kysely sees them; the migrations are their truth.

/** Read as a value, written as JSON text; a column that may be null may also be left out. */
type Json<T> = ColumnType<T, null extends T ? string | null | undefined : string, string>

interface Tenants {
  id: string
  name: string
  created_at: Generated<Date>
}

interface Users {
  id: string
  tenant_id: string | null
  username: string
  /** Null for a social account that has not bound one, and for a deleted account. */
  email: string | null
  nickname: Generated<string>
  /** Null for an account that signs in by a provider only. */
  password_hash: string | null
  group: Generated<UserGroup>
  email_verified_at: Date | null
  invite_code: string
  refer: string | null
  invited_by: string | null
  language: Generated<Language>
  demo: Generated<boolean>
  created_at: Generated<Date>
  deleted_at: Date | null
  occupation: Generated<string>
  company: Generated<string>
  location: Generated<string>
  website: Generated<string>
  description: Generated<string>
  email_switch: Generated<boolean>
  avatar_id: string | null
  /** Made by the database of names; never written. */
  search: Generated<string>
  /** What the name that is shown looks like; made by the database, unique. */
  shown_skeleton: Generated<string>
  followers: Generated<number>
  following: Generated<number>
  banner_id: string | null
  layout: ColumnType<GridItem[], string | undefined, string>
  /** Since when, and with which SMTP status, the address refuses our mail. */
  email_refused_at: Date | null
  email_refused_status: number | null
}

interface Sessions {
  id: string
  user_id: string
  created_at: Generated<Date>
  expires_at: Date
  user_agent: Generated<string>
  last_seen_at: Generated<Date>
  step: AccountStep | null
}

interface OneTimeTokens {
  id: string
  user_id: string
  purpose: TokenPurpose
  /** The address that the link goes to, and which its use proves. */
  email: string
  /** Null until the mail is sent. */
  token_hash: Buffer | null
  created_at: Generated<Date>
  expires_at: Date | null
  used_at: Date | null
  cancelled_at: Date | null
}

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

interface Identities {
  provider: SocialProvider
  subject: string
  user_id: string
  /** As the provider named it when the identity was linked: shown, and finds nobody. */
  provider_email: string | null
  created_at: Generated<Date>
}

interface SocialStates {
  state_hash: Buffer
  provider: SocialProvider
  nonce: string
  user_id: string | null
  expires_at: Date
}

export type FileKind = 'original' | 'model' | 'image' | 'video' | 'archive'

interface Files {
  id: string
  owner_id: string
  kind: FileKind
  key: string
  content_type: string
  bytes: number
  sha256: string | null
  state: 'pending' | 'stored' | 'deleted'
  public: Generated<boolean>
  created_at: Generated<Date>
}

interface Events {
  id: string
  type: EventType
  subject_id: string
  attempt: Generated<number>
  version: Generated<number>
  params: ColumnType<Params, string | undefined, string>
  created_at: Generated<Date>
  claimed_until: Date | null
  published_at: Date | null
}

interface Ticks {
  name: string
  due_at: Date
  claimed_until: Date | null
}

interface IdempotencyKeys {
  user_id: string
  key: string
  route: string
  request_hash: string
  status: number | null
  answer: Json<object | null>
  created_at: Generated<Date>
}

interface Audit {
  id: string
  actor_id: string | null
  action: string
  subject_kind: string
  subject_id: string | null
  params: ColumnType<Params, string | undefined, string>
  created_at: Generated<Date>
}

export interface StageEntry {
  stage: UploadStage
  at: string
}

interface Uploads {
  id: string
  owner_id: string
  kind: UploadKind
  filename: string
  filetype: Generated<string>
  size: number
  stage: Generated<UploadStage>
  /** Raised by retry and by the sweep; every write of a handler names the attempt it belongs to. */
  attempt: Generated<number>
  /** How often the sweep started the present stage anew. */
  redrives: Generated<number>
  version: Generated<number>
  received_at: Date | null
  failure: Json<StoredFailure | null>
  failed_from: 'upload' | 'finished' | 'processed' | null
  stages: Json<StageEntry[]>
  original_file_id: string
  model_file_id: string | null
  /** The light level that is shown first; models that are small have none. */
  preview_file_id: string | null
  /** For Android's AR viewer; models whose web version needs no decoder have none. */
  ar_file_id: string | null
  /** Set where the original cannot be read and is offered as it is. */
  closed_format: ClosedFormat | null
  facts: Json<ModelFacts | null>
  report: Json<ModelReport | null>
  /** The work whose video it becomes when it is ready. */
  joins_work_id: string | null
  /** The file that it is a copy of. */
  made_of_file_id: string | null
  /** When a worker began with the stage that the row had at `work_version`. */
  work_began_at: Date | null
  work_version: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface StageHistory {
  upload_id: string
  kind: UploadKind
  size_class: number
  stage: UploadStage
  seconds: number
  at: Generated<Date>
}

interface UploadLocks {
  upload_id: string
  token: string
  held_until: Date
  wanted: Generated<boolean>
}

interface Images {
  id: string
  owner_id: string
  upload_id: string | null
  purpose: ImagePurpose
  status: ImageStatus
  width: number
  height: number
  blurhash: string | null
  /** As it was sent; gone once it has failed, null for a picture that was made of a model. */
  original_file_id: string | null
  crop: Json<Crop | null>
  angle: CoverAngle | null
  /** The work that it becomes the cover of, or whose gallery it joins, when it is ready. */
  joins_work_id: string | null
  /** The file that it is a copy of. */
  made_of_file_id: string | null
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface ImageVariants {
  image_id: string
  name: string
  width: number
  height: number
  format: string
  file_id: string
}

/** How the moments of a storyboard lie in its picture: the contract's Storyboard without the link. */
export interface StoredStoryboard {
  columns: number
  count: number
  width: number
  height: number
  secondsApart: number
}

interface Videos {
  id: string
  owner_id: string
  upload_id: string
  status: Generated<VideoStatus>
  /** Upright; 0 while it is not known. */
  width: Generated<number>
  height: Generated<number>
  duration_seconds: Generated<number>
  has_audio: Generated<boolean>
  storyboard: Json<StoredStoryboard | null>
  storyboard_file_id: string | null
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface VideoRenditions {
  video_id: string
  name: string
  width: number
  height: number
  file_id: string
}

interface Renders {
  id: string
  /** What people call it by, counted up. */
  number: Generated<number>
  owner_id: string
  work_id: string | null
  /** Of the model; null once that is deleted. */
  upload_id: string | null
  name: string
  type: RenderType
  engine: RenderEngine
  settings: ColumnType<RenderSettings, string, string>
  /** The hash of the model and the settings: the same recipe gives the same pictures. */
  recipe: string
  status: Generated<RenderStatus>
  /** Pictures in all. */
  frames: number
  /** Of one worker, all parts together. */
  estimated_seconds: number
  /** What workers have spent on it. */
  cost_seconds: Generated<number>
  /** Whether it stops after the scout: asked for, reached, or given. */
  approval: Generated<'none' | 'wanted' | 'awaited' | 'given'>
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  failure: Json<StoredFailure | null>
  /** A spin that everyone with its link may turn. */
  shared: Generated<boolean>
  /** Since then only its submitter's share knows of it: its files are gone. */
  deleted_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  finished_at: Date | null
}

interface RenderChunks {
  id: string
  render_id: string
  /** The scout is 0. */
  chunk: number
  scout: Generated<boolean>
  pieces: ColumnType<Piece[], string, string>
  estimated_seconds: number
  attempt: Generated<number>
  redrives: Generated<number>
  version: Generated<number>
  /** When it was handed to the queue; null while it waits. */
  released_at: Date | null
  stored_at: Date | null
  worker: string | null
  cost_seconds: Generated<number>
}

interface RenderPieces {
  render_id: string
  piece: string
  file_id: string
}

interface RenderPreviews {
  render_id: string
  file_id: string
  samples: number
  created_at: Generated<Date>
}

interface RenderOutputs {
  render_id: string
  name: string
  /** Order in which they are shown. */
  place: number
  width: number
  height: number
  file_id: string
}

interface Works {
  id: string
  owner_id: string
  title: Generated<string>
  intro: Generated<string>
  categories: Generated<Category[]>
  tags: Generated<string[]>
  visibility: Generated<Visibility>
  state: Generated<WorkState>
  cover_id: string | null
  upload_id: string | null
  video_upload_id: string | null
  released_at: Date | null
  hotspots: ColumnType<Hotspot[], string | undefined, string>
  image_ids: Generated<string[]>
  downloadable: Generated<boolean>
  /** Made by the database of title, introduction, tags and categories; never written. */
  search: Generated<string>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface WorkVersions {
  id: string
  work_id: string
  number: number
  title: string
  intro: string
  categories: Category[]
  tags: string[]
  upload_id: string | null
  video_upload_id: string | null
  original_file_id: string | null
  model_file_id: string | null
  cover_id: string | null
  created_at: Generated<Date>
}

interface WorkCounters {
  work_id: string
  likes: Generated<number>
  comments: Generated<number>
  views: Generated<number>
  version: Generated<number>
  /** The order \`popular\`; see queries/work-counters.ts. */
  popularity: Generated<number>
  /** The version that those who look at the work have heard of. */
  told_version: Generated<number>
}

interface WorkLikes {
  work_id: string
  user_id: string
  created_at: Generated<Date>
}

interface WorkViews {
  work_id: string
  day: Date
  viewer: Buffer
}

interface Follows {
  follower_id: string
  followee_id: string
  created_at: Generated<Date>
}

interface Comments {
  id: string
  work_id: string
  /** Of the comment that it answers; answers have no answers. */
  parent_id: string | null
  author_id: string
  body: string
  pin: Json<Pin | null>
  created_at: Generated<Date>
  deleted_at: Date | null
}

interface Reports {
  id: string
  reporter_id: string
  kind: ReportKind
  subject_id: string
  reason: string
  created_at: Generated<Date>
}

interface QueueSettings {
  queue: string
  paused: Generated<boolean>
  concurrency: number | null
  updated_at: Generated<Date>
}

interface DrainedWorkers {
  worker_id: string
  created_at: Generated<Date>
}

interface QueueHealths {
  queue: string
  health: Json<QueueHealth>
  event_id: string
  recent: Json<RecentCounts[]>
  measured_at: Generated<Date>
}

/** What a queue's events told within one look: when, and how many arrived, were completed, failed. */
export type RecentCounts = [at: number, arrived: number, completed: number, failed: number]

interface QueueHistory {
  queue: string
  span: HistorySpan
  at: Date
  arrived: Generated<number>
  completed: Generated<number>
  failed: Generated<number>
  run_seconds: Generated<number>
  waits: Generated<number[]>
  runs: Generated<number[]>
  waiting: Generated<number>
  oldest_seconds: Generated<number>
  workers: Generated<number>
}
export type HistorySpan = 'minute' | 'hour' | 'day'

interface Deploys {
  version: string
  seen_at: Generated<Date>
}

interface Alerts {
  id: string
  kind: AlertKind
  /** Empty where it is about all of Toile. */
  queue: Generated<string>
  params: ColumnType<Params, string | undefined, string>
  opened_at: Generated<Date>
  acknowledged_at: Date | null
  acknowledged_by: string | null
  closed_at: Date | null
  updated_at: Generated<Date>
  version: Generated<number>
  /** The version that the webhook has heard of. */
  told_version: Generated<number>
  tell_tries: Generated<number>
  tell_at: Generated<Date>
}

interface AlertSigns {
  kind: AlertKind
  queue: Generated<string>
  bad: boolean
  since: Generated<Date>
}

interface Conversations {
  id: string
  kind: ConversationKind
  /** Both people's ids in their order, so that two have one conversation; null of moderation. */
  pair: string | null
  /** What moderators write about; the work may be deleted meanwhile. */
  work_id: string | null
  last_seq: Generated<number>
  last_at: Generated<Date>
  created_at: Generated<Date>
}

interface ConversationMembers {
  conversation_id: string
  user_id: string
  standing: Standing
  /** Up to where they have read, and up to where the other is told so. */
  read_seq: Generated<number>
  told_seq: Generated<number>
  told_at: Date | null
}

interface Messages {
  id: string
  conversation_id: string
  seq: number
  sender_id: string
  /** Written in the name of the platform. */
  moderator: Generated<boolean>
  body: string
  image_id: string | null
  /** Of the sender's client: the same message sent again is the same. */
  sent_key: string | null
  created_at: Generated<Date>
  deleted_at: Date | null
}

interface Blocks {
  blocker_id: string
  blocked_id: string
}

interface CommentMentions {
  comment_id: string
  user_id: string
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
  created_at: Generated<Date>
}

export interface Schema {
  tenants: Tenants
  users: Users
  sessions: Sessions
  one_time_tokens: OneTimeTokens
  mails: Mails
  identities: Identities
  social_states: SocialStates
  files: Files
  events: Events
  ticks: Ticks
  idempotency_keys: IdempotencyKeys
  audit: Audit
  uploads: Uploads
  stage_history: StageHistory
  upload_locks: UploadLocks
  images: Images
  image_variants: ImageVariants
  videos: Videos
  video_renditions: VideoRenditions
  renders: Renders
  render_chunks: RenderChunks
  render_pieces: RenderPieces
  render_previews: RenderPreviews
  render_outputs: RenderOutputs
  works: Works
  work_versions: WorkVersions
  work_counters: WorkCounters
  work_likes: WorkLikes
  work_views: WorkViews
  follows: Follows
  comments: Comments
  reports: Reports
  queue_settings: QueueSettings
  drained_workers: DrainedWorkers
  queue_health: QueueHealths
  queue_history: QueueHistory
  deploys: Deploys
  alerts: Alerts
  alert_signs: AlertSigns
  conversations: Conversations
  conversation_members: ConversationMembers
  messages: Messages
  blocks: Blocks
  comment_mentions: CommentMentions
  notifications: Notifications
  notification_causes: NotificationCauses
  notification_readers: NotificationReaders
  notification_preferences: NotificationPreferences
  notification_tasks: NotificationTasks
  unsubscribe_tokens: UnsubscribeTokens
  announcements: Announcements
}
