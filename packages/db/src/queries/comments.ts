import { sql } from 'kysely'
import type { Pin } from '@toile/contracts/comments'
import { maxRepliesShown } from '@toile/contracts/comments.constants'
import type { Db } from '../client.js'
import { idCursor, pageOf, type Page } from '../cursors.js'
import { eventOfMoved } from '../events.js'

export interface CommentRow {
  id: string
  work_id: string
  parent_id: string | null
  owner_id: string
  body: string
  pin: Pin | null
  created_at: Date
  deleted_at: Date | null
  username: string
  nickname: string
  avatar_id: string | null
  /** The author's account is deleted. */
  author_gone: boolean
}

const selectComments = (db: Db) =>
  db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'author_id')
    .select([
      'comments.id',
      'work_id',
      'parent_id',
      'author_id as owner_id',
      'body',
      'pin',
      'comments.created_at',
      'comments.deleted_at',
      'username',
      'nickname',
      'avatar_id',
      sql<boolean>`users.deleted_at is not null`.as('author_gone'),
    ])

export function findComment(db: Db, id: string): Promise<CommentRow | undefined> {
  return selectComments(db).where('comments.id', '=', id).executeTakeFirst()
}

const hasAnswers = sql<boolean>`exists (select 1 from comments r where r.parent_id = comments.id and r.deleted_at is null)`

/** Comments on a work, the newest first; of deleted ones those that were answered. */
export async function listComments(
  db: Db,
  { workId, limit, cursor }: { workId: string; limit: number; cursor?: string | undefined },
): Promise<Page<CommentRow>> {
  const before = idCursor(cursor)
  let query = selectComments(db)
    .where('work_id', '=', workId)
    .where('parent_id', 'is', null)
    .where((eb) => eb.or([eb('comments.deleted_at', 'is', null), hasAnswers]))
  if (before) query = query.where('comments.id', '<', before)
  const rows = await query
    .orderBy('comments.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, (row) => [row.id])
}

/** The first answers to each of these comments, the oldest first. */
export async function repliesTo(db: Db, parentIds: readonly string[]): Promise<CommentRow[]> {
  if (parentIds.length === 0) return []
  return selectComments(db)
    .where(
      sql<boolean>`comments.id in (
        select r.id from unnest(${parentIds}::uuid[]) as p (id) cross join lateral (
          select id from comments where parent_id = p.id and deleted_at is null order by id limit ${maxRepliesShown}) r)`,
    )
    .orderBy('comments.id')
    .execute()
}

export interface Mentioned {
  comment_id: string
  user_id: string
  username: string
}

/** Whom these comments reach by @name. */
export async function mentionsIn(db: Db, commentIds: readonly string[]): Promise<Mentioned[]> {
  if (commentIds.length === 0) return []
  return db
    .selectFrom('comment_mentions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['comment_id', 'user_id', 'username'])
    .where(sql<boolean>`comment_id = any(${commentIds}::uuid[])`)
    .where('users.deleted_at', 'is', null)
    .execute()
}

/** People by their usernames, in the order of the names; each once. */
export async function peopleNamed(db: Db, names: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from unnest(${names}::citext[]) with ordinality as n (name, place)
    join users on username = n.name and deleted_at is null
    group by users.id order by min(place) limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Says something about a work that its author may see: who calls has checked that. False when the work is gone. */
export async function insertComment(
  db: Db,
  comment: {
    id: string
    workId: string
    authorId: string
    body: string
    pin?: Pin
    parentId?: string
    /** People whom it reaches by @name. */
    mentions?: readonly string[]
  },
): Promise<boolean> {
  const added = await sql`with moved as (
      insert into comments (id, work_id, parent_id, author_id, body, pin)
      select ${comment.id}::uuid, w.id, ${comment.parentId ?? null}::uuid, ${comment.authorId}::uuid, ${comment.body},
        ${comment.pin ? JSON.stringify(comment.pin) : null}::jsonb
      from works w where w.id = ${comment.workId} and w.state <> 'trashed'
      returning id, work_id, 1 as attempt, 1 as version),
    mentioned as (insert into comment_mentions (comment_id, user_id)
      select moved.id, person from moved, unnest(${comment.mentions ?? []}::uuid[]) as person),
    ${eventOfMoved('comment.added')}
    update work_counters set comments = comments + 1, version = version + 1
    where work_id in (select work_id from moved)`.execute(db)
  return added.numAffectedRows === 1n
}

/** Deletes a comment: what was said is gone at once. False when it was deleted already. */
export async function deleteComment(db: Db, id: string, deletedBy: string): Promise<boolean> {
  const deleted = await sql`with moved as (
      update comments set body = '', pin = null, deleted_at = now()
      where id = ${id} and deleted_at is null
      returning id, work_id, 1 as attempt, 2 as version),
    forgotten as (delete from comment_mentions where comment_id in (select id from moved)),
    ${eventOfMoved('comment.deleted', { userId: deletedBy })}
    update work_counters set comments = comments - 1, version = version + 1
    where work_id in (select work_id from moved)`.execute(db)
  return deleted.numAffectedRows === 1n
}

/** Everything that a person said, liked and followed goes with their account; the counts follow. */
export async function removeVoice(trx: Db, userId: string): Promise<void> {
  const comments = await sql<{ id: string }>`select id from comments
    where author_id = ${userId} and deleted_at is null order by work_id, id`.execute(trx)
  for (const { id } of comments.rows) await deleteComment(trx, id, userId)
  // The empty place of a comment that was answered stays: the answers are others' own.
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
