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
    rows.map((row) => row.avatarId),
  )
  return rows.map((row) => {
    const withId = (row.workId ?? row.otherId)!
    const message = last.get(row.id)
    const awaiting = row.kind === 'private' && row.otherStanding !== 'open' && row.lastSeq > 0
    return {
      conversationWith: withId,
      kind: row.kind,
      person: personOf(row, images, links),
      work: row.workId ? { id: row.workId, title: row.workTitle ?? '' } : null,
      standing: row.standing,
      blocked: row.blocked,
      canWrite: !row.otherGone && !row.blocked && !row.blockedByThem && !awaiting,
      awaiting,
      lastSeq: row.lastSeq,
      unread: row.unread,
      readSeq: row.theirSeq ?? 0,
      readAt: row.theirAt?.toISOString() ?? null,
      lastMessage: message ? linkedMessage(message, readerId, withId, links) : null,
    }
  })
}

function personOf(
  { otherId, otherGone, username, nickname, avatarId }: ConversationRow,
  images: Awaited<ReturnType<typeof imagesById>>,
  links: Links,
): PublicUser | null {
  if (!otherId || otherGone) return null
  return publicUserView({ ownerId: otherId, username: username!, nickname: nickname!, avatarId }, images, links)
}
