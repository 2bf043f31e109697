import type { Message } from '@toile/contracts/messages/messages'
import type { Image } from '@toile/contracts/images/images'
import type { ImageRow } from './images/images.js'
import type { MessageRow } from './messages/messages.js'

/** A message as its reader sees it, for both the API and the relay. `imageOf` adds the links to the image's files. */
export function messageView(
  row: MessageRow,
  { readerId, withId }: { readerId: string; withId: string },
  imageOf: (image: ImageRow) => Image,
): Message {
  const mine = row.senderId === readerId && !row.moderator
  return {
    id: row.id,
    conversationWith: withId,
    seq: row.seq,
    mine,
    senderId: row.moderator || row.deletedAt ? null : row.senderId,
    body: row.body,
    image: row.image ? imageOf(row.image) : null,
    createdAt: row.createdAt.toISOString(),
    deleted: row.deletedAt !== null,
    ...(mine && row.sentKey !== null && { key: row.sentKey }),
  }
}
