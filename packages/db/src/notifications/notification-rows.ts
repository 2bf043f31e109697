import { sql, type RawBuilder } from 'kysely'
import type { Params } from '@toile/contracts/failures'
import type { AnnouncementTexts, Unread } from '@toile/contracts/notifications/notifications'
import {
  MAX_EXCERPT_LENGTH,
  MAX_UNREAD,
  type NotificationKind,
  type SubjectKind,
} from '@toile/contracts/notifications/notifications.constants'
import type { Language } from '@toile/contracts/languages.constants'
import type { Db } from '../client.js'
import { idCursor, pageOf, timeCursor, type Page } from '../cursors.js'
import { unreadConversationsOf } from '../messages/conversations.js'
import { isShown } from '../works/shown-works.js'

interface Actor {
  id: string
  name: string
  nickname: string
  avatarId: string | null
}

/** A notification. The fields `workId` to `announcementPath` are null if the reader may not see what they describe. */
export interface NotificationRow {
  id: string
  userId: string
  kind: NotificationKind
  tab: 'notifications' | 'comments' | 'messages'
  subjectKind: SubjectKind | null
  subjectId: string | null
  params: Params
  people: number
  version: number
  raisedAt: Date
  readAt: Date | null
  workId: string | null
  /** `videoId` and `courseId` are set if the subject is a comment on a video of a published course. */
  videoId: string | null
  courseId: string | null
  workTitle: string | null
  coverId: string | null
  commentBody: string | null
  filename: string | null
  renderName: string | null
  texts: AnnouncementTexts | null
  announcementPath: string | null
  actors: Actor[]
  language: Language
  readerIsAdmin: boolean
}

// Raw SQL, because Kysely's builder cannot join a pair of joined tables to a third one. The join conditions also check
// permissions. For example, they omit other users' private works, deleted comments and withdrawn announcements.
const selectRows = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<NotificationRow>`
  select n.id, n.user_id as "userId", n.kind, n.tab, n.subject_kind as "subjectKind", n.subject_id as "subjectId", n.params,
    n.people, n.version, n.raised_at as "raisedAt", n.read_at as "readAt", w.id as "workId", l.video_id as "videoId",
    l.course_id as "courseId", coalesce(w.title, l.title) as "workTitle", w.cover_id as "coverId",
    left(c.body, ${MAX_EXCERPT_LENGTH}) as "commentBody", u.filename, r.name as "renderName", a.texts,
    a.path as "announcementPath", reader.language, reader."group" = 'admin' as "readerIsAdmin",
    (select coalesce(json_agg(p), '[]') from (
      select person.id, person.username as name, person.nickname, person.avatar_id as "avatarId"
      from notification_causes k join users person on person.id = k.actor_id and person.deleted_at is null
      where k.notification_id = n.id group by person.id order by max(k.at) desc, person.id desc limit 2) p) as actors
  from notifications n
  join users reader on reader.id = n.user_id
  left join comments c on n.subject_kind = 'comment' and c.id = n.subject_id and c.deleted_at is null
    -- Hidden comments appear only in notifications about their moderation.
    and (c.hidden_at is null or n.kind = 'moderation')
  left join uploads u on n.subject_kind = 'upload' and u.id = n.subject_id and u.owner_id = n.user_id
  left join renders r on n.subject_kind = 'render' and r.id = n.subject_id and r.owner_id = n.user_id
  left join announcements a on n.subject_kind = 'announcement' and a.id = n.subject_id
    and a.withdrawn_at is null
  left join works w on w.id = case n.subject_kind
      when 'work' then n.subject_id when 'comment' then c.work_id when 'render' then r.work_id
      when 'upload' then (select x.id from works x where x.upload_id = u.id or x.video_upload_id = u.id limit 1) end
    and (w.owner_id = n.user_id or ${isShown('w')})
  left join (course_videos l join courses k on k.id = l.course_id and k.published_at is not null)
    on l.video_id = c.video_id
  where ${where} ${rest}`

export async function listNotifications(
  db: Db,
  list: { userId: string; tab: 'notifications' | 'comments'; limit: number; cursor?: string | undefined },
): Promise<Page<NotificationRow>> {
  const before = timeCursor(list.cursor)
  const after = before ? sql`and (n.raised_at, n.id) < (${before.at}, ${before.id}::uuid)` : sql``
  const { rows } = await selectRows(
    sql`n.user_id = ${list.userId} and n.tab = ${list.tab} and n.bell ${after}`,
    sql`order by n.raised_at desc, n.id desc limit ${list.limit + 1}`,
  ).execute(db)
  return pageOf(rows, list.limit, (row) => [row.raisedAt.getTime(), row.id])
}

export async function findNotifications(db: Db, ids: readonly string[]): Promise<NotificationRow[]> {
  if (ids.length === 0) return []
  return (await selectRows(sql`n.id = any(${ids}::uuid[])`, sql``).execute(db)).rows
}

export async function listDigest(db: Db, mailId: string, limit: number): Promise<NotificationRow[]> {
  const { rows } = await selectRows(
    sql`n.digest_id = ${mailId} and n.read_at is null`,
    sql`order by n.raised_at desc limit ${limit}`,
  ).execute(db)
  return rows
}

export type UnreadRow = Unread & { userId: string }

/** Unread counts, each capped at `MAX_UNREAD` to bound the cost. */
export async function countUnread(db: Db, userIds: readonly string[]): Promise<UnreadRow[]> {
  const of = (tab: string) => sql`(select count(*)::int from (select 1 from notifications n
    where n.user_id = p.id and n.tab = ${tab} and n.bell and n.read_at is null limit ${MAX_UNREAD}) x)`
  const { rows } = await sql<UnreadRow>`
    select p.id as "userId", ${of('notifications')} as notifications, ${of('comments')} as comments,
      ${unreadConversationsOf(db, sql`p.id`)} as messages, coalesce(r.version, 0)::bigint as version
    from unnest(${userIds}::uuid[]) as p (id) left join notification_readers r on r.user_id = p.id`.execute(db)
  return rows
}

export interface SentRow {
  id: string
  body: string
  createdAt: Date
  /** Null for a comment on a video, or if the writer may no longer see the work. */
  workId: string | null
  /** `videoId` and `courseId` are set for a comment on a video of a published course. */
  videoId: string | null
  courseId: string | null
  workTitle: string | null
  coverId: string | null
}

export async function listSentComments(
  db: Db,
  { userId, limit, cursor }: { userId: string; limit: number; cursor?: string | undefined },
): Promise<Page<SentRow>> {
  const before = idCursor(cursor)
  const after = before ? sql`and c.id < ${before}::uuid` : sql``
  const { rows } = await sql<SentRow>`
    select c.id, left(c.body, ${MAX_EXCERPT_LENGTH}) as body, c.created_at as "createdAt", w.id as "workId",
      l.video_id as "videoId", l.course_id as "courseId", coalesce(w.title, l.title) as "workTitle", w.cover_id as "coverId"
    from comments c left join works w on w.id = c.work_id
      and (w.owner_id = c.author_id or ${isShown('w')})
    left join (course_videos l join courses k on k.id = l.course_id and k.published_at is not null)
      on l.video_id = c.video_id
    where c.author_id = ${userId} and c.deleted_at is null ${after}
    order by c.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit, (row) => [row.id])
}
