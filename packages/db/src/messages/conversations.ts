import { sql, type InferResult, type RawBuilder } from 'kysely'
import type { ConversationBox } from '@toile/contracts/messages/messages.constants'
import { MAX_UNREAD } from '@toile/contracts/notifications/notifications.constants'
import { inTransaction, type Db } from '../client.js'
import { pageByTime, type Page, type PageQuery } from '../cursors.js'
import { eventOfMoved } from '../events.js'
import { hasBlocked } from '../users/blocks.js'
import { groupOf, touchUnread } from '../notifications/notifications.js'

/** Key of the conversation of two users. The order of the users does not matter. */
export const pairOf = (one: string, other: string) => [one, other].sort().join(':')

/** Serializes sending and blocking between two users until the transaction ends. */
export async function lockPair(trx: Db, one: string, other: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${pairOf(one, other)}`}, 0))`.execute(trx)
}

const isOfOthers = sql`(u.moderator or u.sender_id <> m.user_id)`
const unreadOf = sql<number>`(select count(*)::int from messages u where u.conversation_id = c.id and u.seq > m.read_seq
  and ${isOfOthers})`

/** Memberships `m`, each with the other member's membership as `o`. In moderation conversations, `o` is null. */
const selectPlaces = (db: Db) =>
  db
    .selectFrom('conversation_members as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .leftJoin('conversation_members as o', (join) =>
      join.onRef('o.conversation_id', '=', 'c.id').onRef('o.user_id', '<>', 'm.user_id'),
    )

/** `theirSeq`, `theirAt`: the other user's read receipt. `hasReply`: the other user or a moderator has written. */
const selectConversations = (db: Db, userId: string) =>
  selectPlaces(db)
    .leftJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('works as w', 'w.id', 'c.work_id')
    .select(['c.id', 'c.kind', 'c.work_id as workId', 'w.title as workTitle', 'm.standing'])
    .select(['c.last_seq as lastSeq', 'c.last_at as lastAt', 'm.read_seq as readSeq'])
    .select([
      'o.user_id as otherId',
      'o.standing as otherStanding',
      'u.username',
      'u.nickname',
      'u.avatar_id as avatarId',
    ])
    .select(['o.receipt_seq as theirSeq', 'o.receipt_at as theirAt'])
    .select([
      unreadOf.as('unread'),
      sql<boolean>`u.deleted_at is not null`.as('otherGone'),
      hasBlocked(sql`m.user_id`, sql`o.user_id`).as('blocked'),
      hasBlocked(sql`o.user_id`, sql`m.user_id`).as('blockedByThem'),
      sql<boolean>`exists (select 1 from messages u where u.conversation_id = c.id and ${isOfOthers})`.as('hasReply'),
    ])
    .where('m.user_id', '=', userId)

export type ConversationRow = InferResult<ReturnType<typeof selectConversations>>[number]

export function findConversation(db: Db, userId: string, withId: string): Promise<ConversationRow | undefined> {
  return selectConversations(db, userId)
    .where((where) => where.or([where('c.pair', '=', pairOf(userId, withId)), where('c.work_id', '=', withId)]))
    .executeTakeFirst()
}

const boxes = {
  inbox: sql<boolean>`m.standing = 'open'`,
  // A request whose sender the user has blocked is not listed.
  requests: sql<boolean>`(m.standing = 'request' and not ${hasBlocked(sql`m.user_id`, sql`o.user_id`)})`,
}

export async function listConversations(
  db: Db,
  list: PageQuery & { userId: string; box: ConversationBox },
): Promise<Page<ConversationRow>> {
  const query = selectConversations(db, list.userId).where(boxes[list.box])
  return pageByTime(query, { at: 'c.last_at', id: 'c.id', timeOf: (row) => row.lastAt }, list)
}

export async function countRequests(db: Db, userId: string): Promise<number> {
  const requests = selectPlaces(db).where('m.user_id', '=', userId).where(boxes.requests)
  return (await requests.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count
}

/** SQL expression for the number of a user's unread conversations, including requests, capped at `MAX_UNREAD`. */
export function unreadConversationsOf(db: Db, userId: RawBuilder<unknown>): RawBuilder<number> {
  const unread = selectPlaces(db)
    .select('c.id')
    .where(sql<boolean>`m.user_id = ${userId} and (${boxes.inbox} or ${boxes.requests}) and c.last_seq > m.read_seq
      and exists (select 1 from messages u where u.conversation_id = c.id and u.seq > m.read_seq and ${isOfOthers})`)
    .limit(MAX_UNREAD)
  return sql`(select count(*)::int from ${unread} unread)`
}

// A read receipt needs a conversation that the reader has accepted (or now accepts), and no block between the users.
const canShowRead = (accepting: boolean) => sql`${accepting ? sql`true` : sql`m.standing = 'open'`} and not exists (
  select 1 from conversation_members o join blocks b on (b.blocker_id, b.blocked_id) in ((o.user_id, m.user_id), (m.user_id, o.user_id))
  where o.conversation_id = m.conversation_id and o.user_id <> m.user_id)`

/** The other members of a conversation, except those who ignore it. */
export async function othersIn(db: Db, conversationId: string, userId: string): Promise<string[]> {
  const found = await sql<{ user_id: string }>`select user_id from conversation_members
    where conversation_id = ${conversationId} and user_id <> ${userId} and standing <> 'ignored'`.execute(db)
  return found.rows.map((row) => row.user_id)
}

/** Marks messages up to `seq` as read. The read position never moves back. Returns false if nothing changed. */
export function readConversation(db: Db, userId: string, conversationId: string, seq: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (!(await raiseRead(trx, userId, conversationId, seq))) return false
    await touchWithMails(trx, userId, conversationId)
    return true
  })
}

/** Announces the changed unread count and marks the conversation's notifications as read, which cancels their mails. */
async function touchWithMails(trx: Db, userId: string, conversationId: string): Promise<void> {
  const found = await selectPlaces(trx)
    .select(sql<string | null>`coalesce(c.work_id, o.user_id)`.as('withId'))
    .where('m.user_id', '=', userId)
    .where('c.id', '=', conversationId)
    .executeTakeFirst()
  const id = found?.withId
  await touchUnread(trx, userId, id ? groupOf({ kind: 'message', subject: { id } }) : undefined)
}

/** Marks accepted conversations as read, at most 100 per call: those in `ids` or, without `ids`, all unread ones. */
export async function readConversations(db: Db, userId: string, ids?: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; last_seq: number }>`select c.id, c.last_seq
    from conversation_members m join conversations c on c.id = m.conversation_id
    where m.user_id = ${userId} and m.standing = 'open' and c.last_seq > m.read_seq
      and ${ids ? sql`c.id = any(${ids}::uuid[])` : sql`true`} limit 100`.execute(db)
  for (const { id, last_seq } of rows) await readConversation(db, userId, id, last_seq)
}

async function raiseRead(trx: Db, userId: string, conversationId: string, seq: number): Promise<boolean> {
  const moved = await sql`with moved as (
      update conversation_members m set read_seq = greatest(read_seq, c.seq),
        receipt_seq = case when ${canShowRead(false)} then greatest(receipt_seq, c.seq) else receipt_seq end,
        receipt_at = case when ${canShowRead(false)} and receipt_seq < c.seq then now() else receipt_at end
      from (select id, least(last_seq, ${seq}) as seq from conversations where id = ${conversationId}) c
      where m.conversation_id = c.id and m.user_id = ${userId} and read_seq < c.seq
      returning m.conversation_id as id, 1 as attempt, m.read_seq as version),
    ${eventOfMoved('message.read', { userId })} select id from moved`.execute(trx)
  return moved.rows.length === 1
}

/** Accepts a conversation. Sends the read receipt withheld so far, unless either user blocks the other. */
export async function acceptConversation(db: Db, userId: string, conversationId: string): Promise<void> {
  await sql`with moved as (
      update conversation_members m set standing = 'open',
        receipt_seq = case when ${canShowRead(true)} then read_seq else receipt_seq end,
        receipt_at = case when ${canShowRead(true)} and read_seq > receipt_seq then now() else receipt_at end
      where conversation_id = ${conversationId} and user_id = ${userId} and standing <> 'open'
      returning conversation_id as id, 1 as attempt, read_seq as version),
    ${eventOfMoved('message.read', { userId })} select id from moved`.execute(db)
}

/** Hides a request: it no longer counts as unread, and no mail mentions it. */
export async function ignoreConversation(db: Db, userId: string, conversationId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const ignored = await sql`update conversation_members set standing = 'ignored'
      where conversation_id = ${conversationId} and user_id = ${userId} and standing = 'request'`.execute(trx)
    if ((ignored.numAffectedRows ?? 0n) > 0n) await touchWithMails(trx, userId, conversationId)
  })
}

/** Read positions for realtime. Clients know a conversation by the id of the other user or the moderated work. */
export function findReadMarks(db: Db, reads: readonly { conversationId: string; userId: string }[]) {
  const [ids, readers] = [reads.map((read) => read.conversationId), reads.map((read) => read.userId)]
  return selectPlaces(db)
    .select(['m.conversation_id as conversationId', 'm.user_id as readerId', 'o.user_id as otherId'])
    .select([
      'c.work_id as workId',
      'm.read_seq as readSeq',
      'm.receipt_seq as receiptSeq',
      'm.receipt_at as receiptAt',
    ])
    .where(sql<boolean>`(m.conversation_id, m.user_id) in (select * from unnest(${ids}::uuid[], ${readers}::uuid[]))`)
    .execute()
}
