import type { LiveMessage } from '@toile/bus/live-stream'
import type { LiveView } from '@toile/bus/relay'
import type { Image } from '@toile/contracts/images/images'
import { messageView } from '@toile/db/message-view'
import { findReadMarks } from '@toile/db/messages/conversations'
import type { ImageRow } from '@toile/db/images/images'
import { findDeliveries } from '@toile/db/messages/messages'

/** A message to each of its people, addressed as theirs. */
export const newMessages: LiveView = async (db, events) => {
  const ids = events.map((event) => event.subject_id)
  const messages = (await findDeliveries(db, ids)).map((row) => ({
    id: row.id,
    room: `user:${row.reader_id}`,
    event: 'message:new' as const,
    payload: messageView(row, { readerId: row.reader_id, withId: row.with_id }, imageToLink),
  }))
  return new Map(
    events.map((event) => [
      event.id,
      messages
        .filter(({ id }) => id === event.subject_id)
        .map(({ room, event, payload }): LiveMessage => ({ room, event, payload })),
    ]),
  )
}

/** How far somebody has read: to their own other devices, and to the other as far as they tell. */
export const readMessages: LiveView = async (db, events) => {
  const reads = events.map((event) => ({ conversationId: event.subject_id, userId: String(event.params['userId']) }))
  const marks = await findReadMarks(db, reads)
  return new Map(
    events.map((event, index) => {
      const mark = marks.find(
        (one) => one.conversation_id === event.subject_id && one.reader_id === reads[index]!.userId,
      )
      const messages: LiveMessage[] = []
      const withId = mark?.other_id ?? mark?.work_id
      if (mark && withId)
        messages.push({
          room: `user:${mark.reader_id}`,
          event: 'message:read',
          payload: { conversationWith: withId, readAt: event.created_at.toISOString(), seq: mark.read_seq, mine: true },
        })
      // What is not told leaves the told number behind; an acceptance before anything was read tells of number 0.
      if (mark?.other_id && mark.receipt_seq >= event.version)
        messages.push({
          room: `user:${mark.other_id}`,
          event: 'message:read',
          payload: {
            conversationWith: mark.reader_id,
            readAt: (mark.receipt_at ?? event.created_at).toISOString(),
            seq: mark.receipt_seq,
            mine: false,
          },
        })
      return [event.id, messages]
    }),
  )
}

/** Links are signed by realtime, for who is in the room. */
function imageToLink({ variants, id, purpose, status, width, height, blurhash, version }: ImageRow): Image {
  return {
    id,
    purpose,
    status,
    width,
    height,
    blurhash,
    variants: variants.map(({ fileId, public: _, ...variant }) => ({
      ...variant,
      url: `file:${fileId}/${purpose}-${variant.width}.${variant.format}`,
    })),
    version,
  }
}
