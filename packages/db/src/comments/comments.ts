import { sql, type InferResult } from 'kysely'
import type { Pin, TimePin } from '@toile/contracts/comments/comments'
import { MAX_PINS_SHOWN, MAX_REPLIES_SHOWN, PIN_EXCERPT_LENGTH } from '@toile/contracts/comments/comments.constants'
import type { Db } from '../client.js'
import { idCursor, pageById, pageOf, type Page, type PageQuery } from '../cursors.js'
import { eventOfMoved } from '../events.js'

export type CommentPlace = { workId: string } | { videoId: string }

/** Condition: the viewer's own comment, hidden by an operator and not deleted. Only its author still sees it. */
const isOwnHidden = (comments: string, viewerId: string | undefined) =>
  sql<boolean>`(${sql.ref(`${comments}.hidden_at`)} is not null and ${sql.ref(`${comments}.deleted_at`)} is null
    and ${sql.ref(`${comments}.author_id`)} is not distinct from ${viewerId ?? null}::uuid)`

const selectComments = (db: Db, viewerId?: string) => {
  const isOwn = isOwnHidden('comments', viewerId)
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'author_id')
    .select([
      'comments.id',
      // Exactly one of `workId` and `videoId` is null.
      'work_id as workId',
      'comments.video_id as videoId',
      'parent_id as parentId',
      'author_id as ownerId',
      sql<string>`case when comments.hidden_at is null or ${isOwn} then body else '' end`.as('body'),
      sql<Pin | TimePin | null>`case when comments.hidden_at is null or ${isOwn} then pin end`.as('pin'),
      'comments.created_at as createdAt',
      // Also set for a hidden comment, because it looks deleted and empty to all users except its author.
      sql<Date | null>`case when ${isOwn} then null else coalesce(comments.deleted_at, comments.hidden_at) end`.as(
        'deletedAt',
      ),
      sql<Date | null>`case when ${isOwn} then comments.hidden_at end`.as('hiddenAt'),
      sql<string | null>`case when ${isOwn} then comments.hidden_reason end`.as('hiddenReason'),
      'username',
      'nickname',
      'avatar_id as avatarId',
      sql<boolean>`users.deleted_at is not null`.as('authorGone'),
    ])
}

export type CommentRow = InferResult<ReturnType<typeof selectComments>>[number]

export function findComment(db: Db, id: string): Promise<CommentRow | undefined> {
  return selectComments(db).where('comments.id', '=', id).executeTakeFirst()
}

/** Condition on `comments` or its alias: neither deleted nor hidden. */
const isPublished = (comments: string) =>
  sql<boolean>`(${sql.ref(`${comments}.deleted_at`)} is null and ${sql.ref(`${comments}.hidden_at`)} is null)`
const isVisible = (comments: string, viewerId: string | undefined) =>
  sql<boolean>`(${isPublished(comments)} or ${isOwnHidden(comments, viewerId)})`
const hasReplies = (viewerId: string | undefined) =>
  sql<boolean>`exists (select 1 from comments r where r.parent_id = comments.id and ${isVisible('r', viewerId)})`

export async function listComments(
  db: Db,
  { on, viewerId, ...page }: PageQuery & { on: CommentPlace; viewerId?: string | undefined },
): Promise<Page<CommentRow>> {
  const comments = selectComments(db, viewerId)
  const there =
    'workId' in on ? comments.where('work_id', '=', on.workId) : comments.where('comments.video_id', '=', on.videoId)
  const query = there
    .where('parent_id', 'is', null)
    .where((eb) => eb.or([isVisible('comments', viewerId), hasReplies(viewerId)]))
  return pageById(query, 'comments.id', page)
}

/** Oldest first, with the viewer's own hidden ones. A reply beyond `MAX_REPLIES_SHOWN` shows that there are more. */
export async function repliesTo(db: Db, parentIds: readonly string[], viewerId?: string): Promise<CommentRow[]> {
  if (parentIds.length === 0) return []
  return selectComments(db, viewerId)
    .where(
      sql<boolean>`comments.id in (
        select r.id from unnest(${parentIds}::uuid[]) as p (id) cross join lateral (
          select id from comments where parent_id = p.id
          and ${isVisible('comments', viewerId)} order by id limit ${MAX_REPLIES_SHOWN + 1}) r)`,
    )
    .orderBy('comments.id')
    .execute()
}

export async function listReplies(
  db: Db,
  { parentId, viewerId, limit, cursor }: PageQuery & { parentId: string; viewerId: string | undefined },
): Promise<Page<CommentRow>> {
  const after = idCursor(cursor)
  let query = selectComments(db, viewerId).where('parent_id', '=', parentId).where(isVisible('comments', viewerId))
  if (after) query = query.where('comments.id', '>', after)
  const rows = await query
    .orderBy('comments.id')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => [row.id])
}

export async function listPins(
  db: Db,
  workId: string,
  viewerId: string | undefined,
): Promise<{ id: string; pin: Pin; excerpt: string }[]> {
  return db
    .selectFrom('comments')
    .select(['id', sql<Pin>`pin`.as('pin'), sql<string>`left(body, ${PIN_EXCERPT_LENGTH})`.as('excerpt')])
    .where('work_id', '=', workId)
    .where('parent_id', 'is', null)
    .where('pin', 'is not', null)
    .where(isVisible('comments', viewerId))
    .orderBy('id', 'desc')
    .limit(MAX_PINS_SHOWN)
    .execute()
}

export async function mentionsIn(db: Db, commentIds: readonly string[]) {
  if (commentIds.length === 0) return []
  return db
    .selectFrom('comment_mentions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['comment_id as commentId', 'user_id as userId', 'username'])
    .where(sql<boolean>`comment_id = any(${commentIds}::uuid[])`)
    .where('users.deleted_at', 'is', null)
    .execute()
}

export async function peopleNamed(db: Db, names: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from unnest(${names}::citext[]) with ordinality as n (name, place)
    join users on username = n.name and deleted_at is null
    group by users.id order by min(place) limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Does not check the author's access. False if the work is deleted or trashed, or the video is in no course. */
export async function insertComment(
  db: Db,
  comment: {
    id: string
    on: CommentPlace
    authorId: string
    body: string
    pin?: Pin | TimePin
    parentId?: string
    mentions?: readonly string[]
  },
): Promise<boolean> {
  const { on } = comment
  const place =
    'workId' in on
      ? sql`select id as work_id, null::uuid as video_id from works where id = ${on.workId} and state <> 'trashed'`
      : sql`select null::uuid as work_id, video_id from course_videos where video_id = ${on.videoId}`
  const added = await sql`with moved as (
      insert into comments (id, work_id, video_id, parent_id, author_id, body, pin)
      select ${comment.id}::uuid, work_id, video_id, ${comment.parentId ?? null}::uuid, ${comment.authorId}::uuid,
        ${comment.body}, ${comment.pin ? JSON.stringify(comment.pin) : null}::jsonb
      from (${place}) place
      returning id, work_id, video_id, 1 as attempt, 1 as version),
    mentioned as (insert into comment_mentions (comment_id, user_id)
      select moved.id, person from moved, unnest(${comment.mentions ?? []}::uuid[]) as person),
    ${countMoved(1)}, ${eventOfMoved('comment.added')}
    select id from moved`.execute(db)
  return added.rows.length === 1
}

/** Empties a comment and marks it as deleted. Returns false if it does not exist or was deleted already. */
export async function deleteComment(db: Db, id: string, deletedBy: string): Promise<boolean> {
  const deleted = await sql`with moved as (
      update comments set body = '', pin = null, deleted_at = now()
      where id = ${id} and deleted_at is null
      returning id, work_id, video_id, 1 as attempt, 2 as version, hidden_at),
    counted as (select work_id, video_id from moved where hidden_at is null),
    forgotten as (delete from comment_mentions where comment_id in (select id from moved)),
    ${countMoved(-1, sql`counted`)}, ${eventOfMoved('comment.deleted', { userId: deletedBy })}
    select id from moved`.execute(db)
  return deleted.rows.length === 1
}

/** CTEs that add `by` to the comment counter of each work and video in the CTE `moved`. */
export const countMoved = (by: 1 | -1, moved = sql`moved`) => sql`on_work as (
      update work_counters set comments = comments + ${by}, version = version + 1
      where work_id in (select work_id from ${moved})),
    on_video as (update course_videos set comments = comments + ${by} where video_id in (select video_id from ${moved}))`

/** For the deletion of an account: deletes the user's comments, likes and follows, and updates the counters. */
export async function deleteUserComments(trx: Db, userId: string): Promise<void> {
  const comments = await sql<{ id: string }>`select id from comments
    where author_id = ${userId} and deleted_at is null order by work_id, video_id, id`.execute(trx)
  for (const { id } of comments.rows) await deleteComment(trx, id, userId)
  // Comments with replies of other users stay as empty placeholders.
  await sql`delete from comments c where author_id = ${userId}
    and not exists (select 1 from comments r where r.parent_id = c.id and r.author_id <> ${userId})`.execute(trx)
  await sql`with changed as (delete from work_likes where user_id = ${userId} returning work_id)
    update work_counters set likes = likes - 1, version = version + 1
    where work_id in (select work_id from changed)`.execute(trx)
  await sql`with changed as (
      delete from follows where follower_id = ${userId} or followee_id = ${userId} returning follower_id, followee_id)
    update users set
      followers = followers - (select count(*) from changed where followee_id = users.id),
      following = following - (select count(*) from changed where follower_id = users.id)
    where id in (select follower_id from changed union select followee_id from changed)`.execute(trx)
}
