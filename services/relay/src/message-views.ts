import type { LiveMessage } from '@toile/bus/live-stream'
import type { LiveView } from '@toile/bus/relay'
import type { Image } from '@toile/contracts/images/images'
import { messageView } from '@toile/db/message-view'
import { findReadMarks } from '@toile/db/messages/conversations'
import type { ImageRow } from '@toile/db/images/images'
import { findDeliveries } from '@toile/db/messages/messages'

/** A new message as each participant sees it. Participants who ignore the conversation do not get the message. */
export const newMessages: LiveView = async (db, events) => {
  const ids = events.map((event) => event.subject_id)
  const messages = (await findDeliveries(db, ids)).map((row) => ({
    id: row.id,
    room: `user:${row.readerId}`,
    event: 'message:new' as const,
    payload: messageView(row, { readerId: row.readerId, withId: row.withId }, imageToLink),
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

/** How far a participant has read, for that user's devices. The other participant gets a receipt only if allowed. */
export const readMessages: LiveView = async (db, events) => {
  const reads = events.map((event) => ({ conversationId: event.subject_id, userId: String(event.params['userId']) }))
  const marks = await findReadMarks(db, reads)
  return new Map(
    events.map((event, index) => {
      const mark = marks.find((one) => one.conversationId === event.subject_id && one.readerId === reads[index]!.userId)
      const messages: LiveMessage[] = []
      const withId = mark?.otherId ?? mark?.workId
      if (mark && withId)
        messages.push({
          room: `user:${mark.readerId}`,
          event: 'message:read',
          payload: { conversationWith: withId, readAt: event.created_at.toISOString(), seq: mark.readSeq, mine: true },
        })
      // A read that is not shared does not raise receiptSeq, which then stays below the event's version (readSeq at the
      // time). If the participant accepts the conversation before reading anything, both are 0, and 0 is sent.
      if (mark?.otherId && mark.receiptSeq >= event.version)
        messages.push({
          room: `user:${mark.otherId}`,
          event: 'message:read',
          payload: {
            conversationWith: mark.readerId,
            readAt: (mark.receiptAt ?? event.created_at).toISOString(),
            seq: mark.receiptSeq,
            mine: false,
          },
        })
      return [event.id, messages]
    }),
  )
}

/** Writes `file:` placeholders, which realtime replaces with signed links. */
function imageToLink({ variants, id, purpose, status, width, height, blurhash, version }: ImageRow): Image {
  return {
    id,
    purpose,
    status,
    width,
    height,
    blurhash,
    variants: variants.map(({ fileId, ...variant }) => ({
      ...variant,
      url: `file:${fileId}/${purpose}-${variant.width}.${variant.format}`,
    })),
    version,
  }
}
