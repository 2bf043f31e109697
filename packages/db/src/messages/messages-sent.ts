import { sql } from 'kysely'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Standing } from '@toile/contracts/messages/messages.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { recordAudit } from '../audit/audit.js'
import { blocksBetween } from '../users/blocks.js'
import { followedBy } from '../users/creators.js'
import { lockPair, othersIn, pairOf } from './conversations.js'
import { touchUnread } from '../notifications/notifications.js'

export interface NewMessage {
  senderId: string
  body: string
  /** One of the sender's `inline` images. */
  imageId?: string | undefined
  /** Idempotency key of the sender's client. */
  key?: string | undefined
}

/**
 * Writes to a user, or to the moderators if `toId` is a work about which they have written to the sender. Returns the
 * id of the message, also if it was sent before with the same key. @throws ToileError NOT_FOUND, UNBLOCK_FIRST,
 * MESSAGE_REFUSED, MESSAGE_NOT_ACCEPTED, INVALID_INPUT if the image is not ready or not the sender's
 */
export function sendMessage(db: Db, toId: string, message: NewMessage): Promise<string> {
  return inTransaction(db, async (trx) => {
    const known = await findSent(trx, toId, message)
    if (known) return known
    const conversationId =
      (await lockModeration(trx, toId, message.senderId)) ?? (await lockPrivate(trx, toId, message.senderId))
    if (message.imageId && !(await isOwnPicture(trx, message.senderId, message.imageId)))
      throw invalidInput({ imageId: [{ code: 'FIELD_IMAGE_NOT_READY' }] })
    return insertMessage(trx, conversationId, message, false)
  })
}

/** Sends a moderator's message to a work's author, with an audit row. Returns undefined if the work does not exist. */
export function sendModeration(db: Db, workId: string, message: NewMessage): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    const known = await findSent(trx, workId, message)
    if (known) return known
    const work = await trx.selectFrom('works').select('owner_id').where('id', '=', workId).executeTakeFirst()
    if (!work) return undefined
    const id = newId()
    await sql`with made as (
        insert into conversations (id, kind, work_id) values (${id}, 'moderation', ${workId})
        on conflict (work_id) do nothing returning id)
      insert into conversation_members (conversation_id, user_id, standing)
      select id, ${work.owner_id}::uuid, 'open' from made`.execute(trx)
    const found = await sql<{ id: string }>`select id from conversations where work_id = ${workId} for update`.execute(
      trx,
    )
    const conversationId = found.rows[0]!.id
    const messageId = await insertMessage(trx, conversationId, message, true)
    const action = { action: 'work.messaged', subjectKind: 'work', subjectId: workId, params: { messageId } } as const
    await recordAudit(trx, { actorId: message.senderId, ...action })
    return messageId
  })
}

async function lockModeration(trx: Db, workId: string, authorId: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from conversations c where work_id = ${workId}
    and exists (select 1 from conversation_members where conversation_id = c.id and user_id = ${authorId})
    for update`.execute(trx)
  return found.rows[0]?.id
}

/**
 * Finds or creates two users' conversation, accepts it for the sender, and locks it.
 * @throws ToileError NOT_FOUND, UNBLOCK_FIRST, MESSAGE_REFUSED, MESSAGE_NOT_ACCEPTED
 */
async function lockPrivate(trx: Db, toId: string, senderId: string): Promise<string> {
  const to = await sql`select 1 from users where id = ${toId} and id <> ${senderId} and deleted_at is null`.execute(trx)
  if (to.rows.length === 0) throw new ToileError('NOT_FOUND')
  // The lock is taken before the blocks are read, so that no message is sent after a block has been committed.
  await lockPair(trx, senderId, toId)
  const { mine, theirs } = await blocksBetween(trx, senderId, toId)
  if (mine || theirs) throw new ToileError(mine ? 'UNBLOCK_FIRST' : 'MESSAGE_REFUSED')
  const isStranger = !(await followedBy(trx, toId, [senderId])).has(senderId)
  await sql`with made as (
      insert into conversations (id, kind, pair) values (${newId()}, 'private', ${pairOf(senderId, toId)})
      on conflict (pair) do nothing returning id)
    insert into conversation_members (conversation_id, user_id, standing)
    select made.id, who.id, who.standing from made, (values
      (${senderId}::uuid, 'open'), (${toId}::uuid, ${isStranger ? 'request' : 'open'})) as who (id, standing)`.execute(
    trx,
  )
  const found = await sql<{ id: string; last_seq: number; standing: Standing }>`
    select c.id, c.last_seq, m.standing from conversations c
      join conversation_members m on m.conversation_id = c.id and m.user_id = ${toId}
    where pair = ${pairOf(senderId, toId)} for update`.execute(trx)
  const { id, last_seq, standing } = found.rows[0]!
  if (isStranger && standing !== 'open' && last_seq > 0) throw new ToileError('MESSAGE_NOT_ACCEPTED')
  // The conversation becomes accepted for the sender, and also for the recipient if the recipient follows the sender.
  await sql`update conversation_members set standing = 'open' where conversation_id = ${id} and standing <> 'open'
    and (user_id = ${senderId} or (user_id = ${toId} and ${!isStranger}))`.execute(trx)
  return id
}

/** Id of the message already sent with this key. Concurrent duplicates wait earlier, in takeIdempotencyKey(). */
async function findSent(trx: Db, withId: string, { senderId, key }: NewMessage): Promise<string | undefined> {
  if (key === undefined) return undefined
  const found = await sql<{
    id: string
  }>`select messages.id from messages join conversations c on c.id = conversation_id
    where sender_id = ${senderId} and sent_key = ${key}
      and (c.work_id = ${withId} or c.pair = ${pairOf(senderId, withId)})`.execute(trx)
  return found.rows[0]?.id
}

async function isOwnPicture(trx: Db, ownerId: string, imageId: string): Promise<boolean> {
  const found = await sql`select 1 from images where id = ${imageId} and owner_id = ${ownerId}
    and purpose = 'inline' and status = 'ready'`.execute(trx)
  return found.rows.length === 1
}

/** Requires the conversation's lock. */
async function insertMessage(
  trx: Db,
  conversationId: string,
  { senderId, body, imageId, key }: NewMessage,
  moderator: boolean,
): Promise<string> {
  const id = newId()
  await sql`with counted as (
      update conversations set last_seq = last_seq + 1, last_at = date_trunc('milliseconds', clock_timestamp())
      where id = ${conversationId} returning id, last_seq),
    moved as (
      insert into messages (id, conversation_id, seq, sender_id, moderator, body, image_id, sent_key)
      select ${id}::uuid, id, last_seq, ${senderId}::uuid, ${moderator}, ${body}, ${imageId ?? null}::uuid, ${key ?? null}
      from counted returning id, 1 as attempt, seq as version),
    ${eventOfMoved('message.sent', { userId: senderId })} select id from moved`.execute(trx)
  for (const receiverId of await othersIn(trx, conversationId, senderId)) await touchUnread(trx, receiverId)
  return id
}
