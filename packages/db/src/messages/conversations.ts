import { sql, type RawBuilder } from 'kysely'
import type { ConversationBox, ConversationKind, Standing } from '@toile/contracts/messages/messages.constants'
import { MAX_UNREAD } from '@toile/contracts/notifications/notifications.constants'
import { inTransaction, type Db } from '../client.js'
import { timeCursor, pageOf, type Page } from '../cursors.js'
import { eventOfMoved } from '../events.js'
import { hasBlocked } from '../users/blocks.js'
import { groupOf, touchUnread } from '../notifications/notifications.js'

/** A conversation as one of its people sees it. */
export interface ConversationRow {
  id: string
  kind: ConversationKind
  workId: string | null
  workTitle: string | null
  lastSeq: number
  lastAt: Date
  standing: Standing
  readSeq: number
  unread: number
  /** The other person; null of moderation. */
  otherId: string | null
  username: string | null
  nickname: string | null
  avatarId: string | null
  /** The other's account is deleted. */
  otherGone: boolean
  otherStanding: Standing | null
  /** Up to where the other lets one know that they have read. */
  theirSeq: number | null
  theirAt: Date | null
  blocked: boolean
  blockedByThem: boolean
  /** Somebody else has written in it. */
  heard: boolean
}

/** Two people's conversation has one name, whoever of them asks. */
export const pairOf = (one: string, other: string) => [one, other].sort().join(':')

/** Writing to somebody and blocking them come one after the other: until the transaction ends, nobody else is at it. */
export async function lockPair(trx: Db, one: string, other: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${pairOf(one, other)}`}, 0))`.execute(trx)
}

const isOfOthers = sql`(u.moderator or u.sender_id <> m.user_id)`
const unreadOf = sql`(select count(*)::int from messages u where u.conversation_id = c.id and u.seq > m.read_seq
  and ${isOfOthers})`

const columns = sql`c.id, c.kind, c.work_id as "workId", w.title as "workTitle", c.last_seq as "lastSeq",
  c.last_at as "lastAt", m.standing, m.read_seq as "readSeq", ${unreadOf} as unread, o.user_id as "otherId", u.username,
  u.nickname, u.avatar_id as "avatarId", coalesce(u.deleted_at is not null, false) as "otherGone",
  o.standing as "otherStanding", o.receipt_seq as "theirSeq", o.receipt_at as "theirAt",
  ${hasBlocked(sql`m.user_id`, sql`o.user_id`)} as blocked,
  ${hasBlocked(sql`o.user_id`, sql`m.user_id`)} as "blockedByThem",
  exists (select 1 from messages u where u.conversation_id = c.id and ${isOfOthers}) as heard`
const tables = sql`conversation_members m join conversations c on c.id = m.conversation_id
  left join conversation_members o on o.conversation_id = c.id and o.user_id <> m.user_id
  left join users u on u.id = o.user_id left join works w on w.id = c.work_id`

/** The conversation of a person with another, or with moderators about a work; undefined where there is none yet. */
export async function findConversation(db: Db, userId: string, withId: string): Promise<ConversationRow | undefined> {
  const found = await sql<ConversationRow>`select ${columns} from ${tables}
    where m.user_id = ${userId} and (c.pair = ${pairOf(userId, withId)} or c.work_id = ${withId})`.execute(db)
  return found.rows[0]
}

const boxes = {
  inbox: sql`m.standing = 'open'`,
  // A request of somebody blocked is answered.
  requests: sql`m.standing = 'request' and not ${hasBlocked(sql`m.user_id`, sql`o.user_id`)}`,
}

/** A person's conversations, the latest first. */
export async function listConversations(
  db: Db,
  list: { userId: string; box: ConversationBox; limit: number; cursor?: string | undefined },
): Promise<Page<ConversationRow>> {
  const before = timeCursor(list.cursor)
  const { rows } = await sql<ConversationRow>`select ${columns} from ${tables}
    where m.user_id = ${list.userId} and ${boxes[list.box]}
      and ${before ? sql`(c.last_at, c.id) < (${before.at}, ${before.id}::uuid)` : sql`true`}
    order by c.last_at desc, c.id desc limit ${list.limit + 1}`.execute(db)
  return pageOf(rows, list.limit, (row) => [row.lastAt.getTime(), row.id])
}

/** How many first messages of strangers wait for a person. */
export async function countRequests(db: Db, userId: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${tables}
    where m.user_id = ${userId} and ${boxes.requests}`.execute(db)
  return found.rows[0]!.n
}

/**
 * How many conversations of a person (a column) have something that they have not read, first messages of strangers
 * included, as an expression; it stops at `MAX_UNREAD`.
 */
export const unreadConversationsOf = (userId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select 1 from ${tables}
    where m.user_id = ${userId} and (${boxes.inbox} or ${boxes.requests}) and c.last_seq > m.read_seq
      and exists (select 1 from messages u where u.conversation_id = c.id and u.seq > m.read_seq and ${isOfOthers})
    limit ${MAX_UNREAD}) unread)`

// Who looks at a stranger's first message, or at one of somebody blocked, does not tell them so.
const canShowRead = (accepting: boolean) => sql`${accepting ? sql`true` : sql`m.standing = 'open'`} and not exists (
  select 1 from conversation_members o join blocks b on (b.blocker_id, b.blocked_id) in ((o.user_id, m.user_id), (m.user_id, o.user_id))
  where o.conversation_id = m.conversation_id and o.user_id <> m.user_id)`

/** Who else is in a conversation, but for those who ignore it. */
export async function othersIn(db: Db, conversationId: string, userId: string): Promise<string[]> {
  const found = await sql<{ user_id: string }>`select user_id from conversation_members
    where conversation_id = ${conversationId} and user_id <> ${userId} and standing <> 'ignored'`.execute(db)
  return found.rows.map((row) => row.user_id)
}

/** A person has read a conversation up to `seq`; never back. False where that was known. */
export function readConversation(db: Db, userId: string, conversationId: string, seq: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (!(await raiseRead(trx, userId, conversationId, seq))) return false
    await touchWithMails(trx, userId, conversationId)
    return true
  })
}

/** What a person has unread has changed; of what was written in this conversation until now they need no mail. */
async function touchWithMails(trx: Db, userId: string, conversationId: string): Promise<void> {
  const found = await sql<{ with_id: string | null }>`select coalesce(c.work_id, o.user_id) as with_id from ${tables}
    where m.user_id = ${userId} and c.id = ${conversationId}`.execute(trx)
  const id = found.rows[0]?.with_id
  await touchUnread(trx, userId, id ? groupOf({ kind: 'message', subject: { id } }) : undefined)
}

/** Reads conversations to their end: these, or all that have something unread, 100 at most. */
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

/** Takes a stranger's first message as one's own conversation; what was read of it is told from now on. */
export async function acceptConversation(db: Db, userId: string, conversationId: string): Promise<void> {
  await sql`with moved as (
      update conversation_members m set standing = 'open',
        receipt_seq = case when ${canShowRead(true)} then read_seq else receipt_seq end,
        receipt_at = case when ${canShowRead(true)} and read_seq > receipt_seq then now() else receipt_at end
      where conversation_id = ${conversationId} and user_id = ${userId} and standing <> 'open'
      returning conversation_id as id, 1 as attempt, read_seq as version),
    ${eventOfMoved('message.read', { userId })} select id from moved`.execute(db)
}

/** Puts a stranger's first message out of sight: it counts no more, and no mail tells of it. */
export async function ignoreConversation(db: Db, userId: string, conversationId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const ignored = await sql`update conversation_members set standing = 'ignored'
      where conversation_id = ${conversationId} and user_id = ${userId} and standing = 'request'`.execute(trx)
    if ((ignored.numAffectedRows ?? 0n) > 0n) await touchWithMails(trx, userId, conversationId)
  })
}

interface ReadMark {
  conversationId: string
  readerId: string
  /** What the reader's conversation is addressed by, and by whom the other is: null of moderation. */
  otherId: string | null
  workId: string | null
  readSeq: number
  receiptSeq: number
  receiptAt: Date | null
}

/** Where people stand in conversations that they read, for those who hear of it. */
export async function findReadMarks(
  db: Db,
  reads: readonly { conversationId: string; userId: string }[],
): Promise<ReadMark[]> {
  const found = await sql<ReadMark>`
    select m.conversation_id as "conversationId", m.user_id as "readerId", o.user_id as "otherId", c.work_id as "workId",
      m.read_seq as "readSeq", m.receipt_seq as "receiptSeq", m.receipt_at as "receiptAt"
    from ${tables}
    where (m.conversation_id, m.user_id) in (
      select * from unnest(${reads.map((read) => read.conversationId)}::uuid[], ${reads.map((read) => read.userId)}::uuid[]))`.execute(
    db,
  )
  return found.rows
}
