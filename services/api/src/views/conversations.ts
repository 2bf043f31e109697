import type { Conversation, Message } from '@toile/contracts/messages/messages'
import type { PublicUser } from '@toile/contracts/users/users'
import type { Db } from '@toile/db/client'
import { messageView } from '@toile/db/message-view'
import type { ConversationRow } from '@toile/db/messages/conversations'
import { lastMessages, type MessageRow } from '@toile/db/messages/messages'
import type { User } from '@toile/db/users/users'
import type { Links } from '@toile/runtime/links'
import { imageView } from './images.js'
import { imagesById } from './present-works.js'
import { publicUserView } from './users.js'

/** A message as `readerId` sees it, with links to its picture. */
export function linkedMessage(row: MessageRow, readerId: string, withId: string, links: Links): Message {
  return messageView(row, { readerId, withId }, (image) => imageView(image, links))
}

const blank = {
  work: null,
  standing: 'open',
  blocked: false,
  canWrite: true,
  awaiting: false,
  lastSeq: 0,
  unread: 0,
  readSeq: 0,
  readAt: null,
  lastMessage: null,
} as const

/** What two people have before either has written. */
export async function noConversation(
  db: Db,
  other: User,
  { mine, theirs }: { mine: boolean; theirs: boolean },
  links: Links,
): Promise<Conversation> {
  const avatarId = other.avatar_id
  const person = publicUserView({ ...other, ownerId: other.id, avatarId }, await imagesById(db, [avatarId]), links)
  return { ...blank, conversationWith: other.id, kind: 'private', person, blocked: mine, canWrite: !mine && !theirs }
}

/** Conversations as one of their people sees them. */
export async function conversationViews(
  db: Db,
  rows: readonly ConversationRow[],
  readerId: string,
  links: Links,
): Promise<Conversation[]> {
  const last = await lastMessages(
    db,
    rows.map((row) => row.id),
  )
  const images = await imagesById(
    db,
    rows.map((row) => row.avatar_id),
  )
  return rows.map((row) => {
    const withId = (row.work_id ?? row.other_id)!
    const message = last.get(row.id)
    const awaiting = row.kind === 'private' && row.other_standing !== 'open' && row.last_seq > 0
    return {
      conversationWith: withId,
      kind: row.kind,
      person: personOf(row, images, links),
      work: row.work_id ? { id: row.work_id, title: row.work_title ?? '' } : null,
      standing: row.standing,
      blocked: row.blocked,
      canWrite: !row.other_gone && !row.blocked && !row.blocked_by_them && !awaiting,
      awaiting,
      lastSeq: row.last_seq,
      unread: row.unread,
      readSeq: row.their_seq ?? 0,
      readAt: row.their_at?.toISOString() ?? null,
      lastMessage: message ? linkedMessage(message, readerId, withId, links) : null,
    }
  })
}

function personOf(
  { other_id, other_gone, username, nickname, avatar_id }: ConversationRow,
  images: Awaited<ReturnType<typeof imagesById>>,
  links: Links,
): PublicUser | null {
  if (!other_id || other_gone) return null
  return publicUserView(
    { ownerId: other_id, username: username!, nickname: nickname!, avatarId: avatar_id },
    images,
    links,
  )
}
