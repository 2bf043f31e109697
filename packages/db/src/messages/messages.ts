import { sql, type InferResult } from 'kysely'
import type { Db } from '../client.js'
import { numberCursor, pageOf, type Page } from '../cursors.js'
import { findImages, type ImageRow } from '../images/images.js'
import { touchUnread } from '../notifications/notifications.js'

const selectMessages = (db: Db) =>
  db
    .selectFrom('messages')
    .select(['messages.id', 'messages.conversation_id as conversationId', 'messages.seq', 'messages.moderator'])
    .select(['messages.sender_id as senderId', 'messages.body', 'messages.image_id as imageId'])
    .select(['messages.sent_key as sentKey', 'messages.created_at as createdAt', 'messages.deleted_at as deletedAt'])

type Stored = InferResult<ReturnType<typeof selectMessages>>[number]
export type MessageRow = Stored & { image: ImageRow | undefined }

async function withImages<T extends Stored>(db: Db, rows: readonly T[]): Promise<(T & MessageRow)[]> {
  const ids = rows.flatMap((row) => row.imageId ?? [])
  const images = ids.length > 0 ? await findImages(db, ids) : []
  return rows.map((row) => ({ ...row, image: images.find(({ id }) => id === row.imageId) }))
}

export async function findMessages(db: Db, ids: readonly string[]): Promise<MessageRow[]> {
  return withImages(
    db,
    await selectMessages(db)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute(),
  )
}

/** Newest first. With `after`, only messages with a higher `seq`, oldest first. Empty if `conversationId` is null. */
export async function listMessages(
  db: Db,
  list: { conversationId: string | null; limit: number; cursor?: string | undefined; after?: number | undefined },
): Promise<Page<MessageRow>> {
  const { conversationId, limit, after } = list
  let query = selectMessages(db).where(sql<boolean>`conversation_id = ${conversationId}`)
  if (after !== undefined) {
    const rows = await query.where('seq', '>', after).orderBy('seq').limit(limit).execute()
    return { items: await withImages(db, rows), nextCursor: null }
  }
  const before = numberCursor(list.cursor)
  if (before) query = query.where('seq', '<', before.value)
  const rows = await query
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, (row) => [row.seq, row.id])
  return { items: await withImages(db, page.items), nextCursor: page.nextCursor }
}

export async function findModeration(db: Db, workId: string): Promise<string | undefined> {
  const row = await db.selectFrom('conversations').select('id').where('work_id', '=', workId).executeTakeFirst()
  return row?.id
}

export async function lastMessages(db: Db, conversationIds: readonly string[]): Promise<Map<string, MessageRow>> {
  const rows = await selectMessages(db)
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.id', '=', 'messages.conversation_id').onRef('c.last_seq', '=', 'messages.seq'),
    )
    .where(sql<boolean>`c.id = any(${conversationIds}::uuid[])`)
    .execute()
  return new Map((await withImages(db, rows)).map((row) => [row.conversationId, row]))
}

/**
 * Each message, once for each member who does not ignore the conversation. `withId` is the id of the other user or, in
 * moderation, of the work.
 */
export async function findDeliveries(db: Db, messageIds: readonly string[]) {
  const rows = await selectMessages(db)
    .innerJoin('conversations as c', 'c.id', 'messages.conversation_id')
    .innerJoin('conversation_members as m', 'm.conversation_id', 'c.id')
    .leftJoin('conversation_members as o', (join) =>
      join.onRef('o.conversation_id', '=', 'c.id').onRef('o.user_id', '<>', 'm.user_id'),
    )
    .select([
      'm.user_id as readerId',
      sql<string>`coalesce(c.work_id, o.user_id)`.as('withId'),
      'm.read_seq as readSeq',
    ])
    .where(sql<boolean>`messages.id = any(${messageIds}::uuid[])`)
    .where('m.standing', '<>', 'ignored')
    .execute()
  return withImages(db, rows)
}

export async function isMessageOf(db: Db, id: string, userId: string): Promise<boolean> {
  const found = await sql`select 1 from messages join conversation_members m using (conversation_id)
    where messages.id = ${id} and m.user_id = ${userId} and deleted_at is null`.execute(db)
  return found.rows.length === 1
}

/**
 * Deletes the user's moderation conversations, and the conversations in which no other user's message remains. In all
 * other conversations, empties the user's messages, except those that the user wrote as a moderator.
 */
export async function removeMessagesOf(trx: Db, userId: string): Promise<void> {
  const unread = await sql<{ user_id: string }>`with gone as (
      delete from conversations c using conversation_members m
      where m.conversation_id = c.id and m.user_id = ${userId} and (c.kind = 'moderation' or not exists (
        select 1 from messages o where o.conversation_id = c.id and o.sender_id <> ${userId} and o.deleted_at is null))
      returning c.id, c.last_seq)
    select distinct o.user_id from gone join conversation_members o on o.conversation_id = gone.id
    where o.user_id <> ${userId} and o.read_seq < gone.last_seq order by o.user_id`.execute(trx)
  for (const { user_id: readerId } of unread.rows) await touchUnread(trx, readerId)
  await sql`update messages set body = '', image_id = null, sent_key = null, deleted_at = now()
    where sender_id = ${userId} and not moderator and deleted_at is null`.execute(trx)
}
