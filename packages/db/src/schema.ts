import type { ColumnType, Generated } from 'kysely'
import type { Criterion, Scores, Tier } from '@toile/contracts/activities'
import type { AlertKind } from '@toile/contracts/alerts.constants'
import type { EventType } from '@toile/contracts/events'
import type { GridItem } from '@toile/contracts/grid'
import type { ArrangedPage } from '@toile/contracts/office.constants'
import type { CategoryNames } from '@toile/contracts/categories'
import type { Pin, TimePin } from '@toile/contracts/comments'
import type { Chapter } from '@toile/contracts/courses'
import type { Params, StoredFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images'
import type { CoverAngle, ImagePurpose, ImageStatus } from '@toile/contracts/images.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { MailKind, MailState } from '@toile/contracts/mails.constants'
import type { MarketAccess, MarketCategory } from '@toile/contracts/market.constants'
import type { ConversationKind, Standing } from '@toile/contracts/messages.constants'
import type { ModelFacts, ModelReport } from '@toile/contracts/models'
import type { ClosedFormat } from '@toile/contracts/models.constants'
import type { TokenPurpose } from '@toile/contracts/one-time-tokens.constants'
import type { QueueHealth } from '@toile/contracts/queues'
import type { AnnouncementTexts, NotificationJob } from '@toile/contracts/notifications'
import type { NotificationKind, SubjectKind } from '@toile/contracts/notifications.constants'
import type { Piece, RenderSettings } from '@toile/contracts/render-plan'
import type { RenderEngine, RenderStatus, RenderType } from '@toile/contracts/renders.constants'
import type { CaseKind, Decision } from '@toile/contracts/moderation.constants'
import type { ReportKind } from '@toile/contracts/reports.constants'
import type { Platform } from '@toile/contracts/software.constants'
import type { AccountStep } from '@toile/contracts/sessions.constants'
import type { SocialProvider } from '@toile/contracts/social.constants'
import type { UploadKind, UploadStage } from '@toile/contracts/uploads.constants'
import type { UserGroup } from '@toile/contracts/users.constants'
import type { VideoStatus } from '@toile/contracts/videos.constants'
import type { Hotspot } from '@toile/contracts/works'
import type { Visibility, WorkState } from '@toile/contracts/works.constants'

// The tables as Kysely sees them; the migrations are their truth.

/** Read as a value, written as JSON text; a column that may be null may also be left out. */
type Json<T> = ColumnType<T, null extends T ? string | null | undefined : string, string>

interface Tenants {
  id: string
  name: string
  contact: Generated<string>
  /** What all files of its members may take together. */
  storage_bytes: Generated<number>
  renders_per_month: Generated<number>
  /** The month, by UTC, whose renders `renders_used` counts. */
  renders_month: Generated<string>
  renders_used: Generated<number>
  suspended_at: Date | null
  /** In the operator's words, for its members too; there while it is suspended. */
  suspended_reason: string | null
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
  /** When they first signed in by the desktop software. */
  first_studio_at: Date | null
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
  /** Of an administrator: places of widgets by page of the back office. */
  office_layouts: ColumnType<Partial<Record<ArrangedPage, GridItem[]>>, string | undefined, string>
  /** Since when, and with which SMTP status, the address refuses our mail. */
  email_refused_at: Date | null
  email_refused_status: number | null
  /** Since when they are shut out; null for good standing. A ban past its end stays here until somebody writes over it. */
  banned_at: Date | null
  /** Null while banned: for good. */
  banned_until: Date | null
  ban_reason: Generated<string>
  /** By any session of theirs, to the hour. */
  seen_at: Date | null
  /** Since when operators show them first among creators. */
  featured_since: Date | null
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

export type FileKind = 'original' | 'model' | 'image' | 'video' | 'archive' | 'captions' | 'export'

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

interface TableExports {
  id: string
  owner_id: string
  table_name: string
  /** What the table's list is asked with. */
  query: ColumnType<Record<string, string | number | boolean>, string, string>
  columns: string[]
  state: Generated<'waiting' | 'ready' | 'failed'>
  row_count: Generated<number>
  cut: Generated<boolean>
  file_id: string | null
  attempt: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  ready_at: Date | null
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
  request_id: string | null
  caused_by: string | null
  traceparent: string | null
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
  /** In the operator's words; the person it concerns may read it. */
  reason: string | null
  /** What was changed, as it was and as it is since; only the fields that differ. */
  before: Json<Params | null>
  after: Json<Params | null>
  /** The deed that this one takes back. */
  undoes: string | null
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
  categories: Generated<string[]>
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
  /** Since when, by whom and why it is only there for its owner and administrators. */
  hidden_at: Date | null
  hidden_by: string | null
  hidden_reason: string | null
  /** Since when operators recommend it. */
  featured_at: Date | null
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
  categories: string[]
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
  /** On a work or on a video of a course: one of them is null. */
  work_id: string | null
  video_id: string | null
  /** Of the comment that it answers; answers have no answers. */
  parent_id: string | null
  author_id: string
  body: string
  pin: Json<Pin | TimePin | null>
  created_at: Generated<Date>
  deleted_at: Date | null
  /** Since when, by whom and why nobody sees it; its author keeps it among their own. */
  hidden_at: Date | null
  hidden_by: string | null
  hidden_reason: string | null
}

/** What was reported, as it was then: its author may change or remove it. For moderators' eyes only. */
export interface Evidence {
  authorId: string
  text: string
  imageId: string | null
}

interface Reports {
  id: string
  reporter_id: string
  kind: ReportKind
  subject_id: string
  reason: string
  /** Null of reports before there was any. */
  evidence: Generated<Json<Evidence | null>>
  /** Null only between a version of before and its next report. */
  case_id: string | null
  created_at: Generated<Date>
}

interface Cases {
  id: string
  kind: CaseKind
  subject_kind: ReportKind
  subject_id: string
  author_id: string | null
  /** Of an appeal the row of the audit that it is against, of a report what the decision did. */
  deed_id: string | null
  appeal: string | null
  claimed_by: string | null
  claimed_until: Date | null
  decision: Decision | null
  reason: string | null
  decided_by: string | null
  decided_at: Date | null
  version: Generated<number>
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

interface PageViews {
  span: 'hour' | 'day'
  at: Date
  path: string
  signed_in: boolean
  views: number
  /** Of the views: those that came by an invitation. */
  referred: number
  /** By class of seconds, see contracts/view-times.ts. */
  times: number[]
}

interface PageViewPlace {
  one: Generated<boolean>
  /** Of the last entry of the stream in Redis that is counted. */
  place: string
}

interface HourlyFigures {
  at: Date
  users: number
  uploads: number
  renders_finished: number
  renders_failed: number
  /** Null where nobody measured it in that hour. */
  storage_bytes: number | null
}

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

interface CodeBatches {
  id: string
  days: number
  count: number
  note: Generated<string>
  created_by: string | null
  created_at: Generated<Date>
}

interface SCodes {
  id: string
  batch_id: string
  days: number
  /** SHA-256 of the folded code. */
  hash: Buffer
  hint: string
  holder_id: string | null
  received_at: Date | null
  used_by: string | null
  used_at: Date | null
  voided_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
}

interface Entitlements {
  id: string
  user_id: string
  code_id: string
  days: number
  starts_at: Date
  ends_at: Date
  created_at: Generated<Date>
}

interface Packages {
  id: string
  name: string
  platform: Platform
  version: string
  notes: Generated<string>
  filename: string
  file_id: string
  needs_code: Generated<boolean>
  withdrawn_at: Date | null
  created_at: Generated<Date>
}

interface Devices {
  id: string
  user_id: string
  /** As the software names the computer. */
  device_id: string
  name: string
  /** Null once it is unbound. */
  token_hash: Buffer | null
  /** The session that it signed in with last. */
  session_id: string | null
  bound_at: Generated<Date>
  last_seen_at: Generated<Date>
  unbound_at: Date | null
  unbound_by: string | null
  /** Whether its person did it. */
  unbound_own: Generated<boolean>
  version: Generated<number>
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
  withdrawn_at: Date | null
  created_at: Generated<Date>
}

interface Courses {
  id: string
  title: Generated<string>
  description: Generated<string>
  /** Pictures within the description. */
  image_ids: Generated<string[]>
  cover_id: string | null
  /** Null while only administrators see it. */
  published_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface CourseVideos {
  video_id: string
  course_id: string
  /** Order within the course. */
  place: number
  title: string
  description: Generated<string>
  /** Pictures within the description. */
  image_ids: Generated<string[]>
  chapters: ColumnType<Chapter[], string | undefined, string>
  /** Comments and answers that are not deleted. */
  comments: Generated<number>
  created_at: Generated<Date>
}

interface CaptionsTable {
  video_id: string
  language: string
  label: string
  cues: number
  file_id: string
}

interface VideoProgress {
  user_id: string
  video_id: string
  seconds: number
  /** When it had been watched for the first time. */
  watched_at: Date | null
  /** When they were there. */
  at: Date
}

interface MarketItems {
  id: string
  title: Generated<string>
  /** Plain text, in short. */
  intro: Generated<string>
  /** Formatted text, at length. */
  description: Generated<string>
  /** Pictures within the description. */
  inline_ids: Generated<string[]>
  category: Generated<MarketCategory>
  access: Generated<MarketAccess>
  licence: Generated<string>
  image_ids: Generated<string[]>
  /** A model, or a file that is offered as it is. */
  upload_id: string | null
  formats: Generated<string[]>
  triangles: number | null
  /** Longest sides, the largest first. */
  textures_px: Generated<number[]>
  /** People who have downloaded it. */
  downloads: Generated<number>
  /** Made by the database; never written. */
  search: Generated<string>
  published_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface MarketDownloads {
  item_id: string
  user_id: string
  created_at: Generated<Date>
}

interface Activities {
  id: string
  title: string
  summary: string
  /** Clean HTML. */
  rules: string
  /** Pictures within the rules. */
  image_ids: Generated<string[]>
  banner_id: string | null
  cover_id: string | null
  /** Minor units. */
  prize_amount: number
  currency: string
  tiers: ColumnType<Tier[], string, string>
  criteria: ColumnType<Criterion[], string, string>
  max_submissions: number
  blind: boolean
  scores_published: boolean
  time_zone: string
  starts_at: Date
  registration_starts_at: Date
  registration_ends_at: Date
  submission_ends_at: Date
  review_ends_at: Date
  ends_at: Date
  awarded_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface ActivityRegistrations {
  activity_id: string
  user_id: string
  created_at: Date
}

interface ActivityJurors {
  activity_id: string
  user_id: string
}

interface ActivitySubmissions {
  id: string
  activity_id: string
  work_id: string
  version_id: string
  /** What is signed, line by line. */
  receipt: string
  submitted_at: Date
  disqualified_at: Date | null
  disqualified_reason: string | null
  /** Set with the awards. */
  rank: number | null
  score: number | null
}

interface ActivityScores {
  submission_id: string
  juror_id: string
  scores: ColumnType<Scores, string, string>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface ActivityAwards {
  activity_id: string
  /** 1 and on, each once; those who tie have slots of their own and one rank. */
  slot: number
  submission_id: string
  work_id: string
  rank: number
  title: string
  /** Minor units. */
  bonus: number
  created_at: Generated<Date>
}

interface ActivityAnnouncements {
  activity_id: string
  phase: string
  at: Generated<Date>
}

interface Categories {
  slug: string
  names: Json<CategoryNames>
  /** Their order; the smallest comes first. */
  place: number
  hidden: Generated<boolean>
  created_at: Generated<Date>
  /** Made by the database of the names; never written. */
  search: Generated<string>
}

export interface Schema {
  tenants: Tenants
  categories: Categories
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
  cases: Cases
  queue_settings: QueueSettings
  drained_workers: DrainedWorkers
  queue_health: QueueHealths
  queue_history: QueueHistory
  deploys: Deploys
  page_views: PageViews
  page_view_place: PageViewPlace
  hourly_figures: HourlyFigures
  alerts: Alerts
  alert_signs: AlertSigns
  code_batches: CodeBatches
  s_codes: SCodes
  entitlements: Entitlements
  packages: Packages
  table_exports: TableExports
  devices: Devices
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
  courses: Courses
  course_videos: CourseVideos
  captions: CaptionsTable
  video_progress: VideoProgress
  market_items: MarketItems
  market_downloads: MarketDownloads
  activities: Activities
  activity_registrations: ActivityRegistrations
  activity_jurors: ActivityJurors
  activity_submissions: ActivitySubmissions
  activity_scores: ActivityScores
  activity_awards: ActivityAwards
  activity_announcements: ActivityAnnouncements
}
