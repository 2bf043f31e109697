import type { Conversation, Message } from '@toile/contracts/messages/messages'

export interface Thread {
  conversation: Conversation
  /** Sorted by `seq`, without duplicates. A gap may precede a live message until the missing messages are fetched. */
  messages: readonly Message[]
  older: string | null
  /** The messages of the other user that arrived while offline: their number, and the `seq` of the first one. */
  missed: { count: number; fromSeq: number } | null
}

/** If both lists have a message with the same `seq`, the one in `more` is kept. Refetched messages have newer links. */
export function merge(messages: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map([...messages, ...more].map((message) => [message.seq, message]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}

/** The last `seq` before the first gap. Fetches continue after it. */
export function reachOf(messages: readonly Message[]): number {
  let reach = messages[0]?.seq ?? 0
  for (const { seq } of messages) if (seq === reach + 1) reach = seq
  return reach
}

export function withMessage(thread: Thread, message: Message): Thread {
  if (thread.messages.some(({ seq }) => seq === message.seq)) return thread
  const { conversation } = thread
  return {
    ...thread,
    messages: merge(thread.messages, [message]),
    conversation: {
      ...conversation,
      lastSeq: Math.max(conversation.lastSeq, message.seq),
      unread: conversation.unread + (message.mine ? 0 : 1),
      lastMessage: message.seq > conversation.lastSeq ? message : conversation.lastMessage,
    },
  }
}

/**
 * Adds fetched messages to the thread `now`, which may contain newer live messages. New messages of the other user
 * count as missed, unless the fetch filled a gap.
 */
export function withFetched(
  now: Thread,
  fetched: readonly Message[],
  conversation: Conversation,
  { fillsGap = false } = {},
): Thread {
  const known = new Set(now.messages.map(({ seq }) => seq))
  const found = fetched.filter(({ seq, mine }) => !known.has(seq) && !mine)
  const count = fillsGap ? 0 : found.length
  // Messages that were missed earlier and have been read since then do not count again.
  const before = now.conversation.unread > 0 ? now.missed : null
  const first = found[0]?.seq ?? 0
  return {
    ...now,
    conversation,
    messages: merge(now.messages, fetched),
    missed: count > 0 ? { count: count + (before?.count ?? 0), fromSeq: before?.fromSeq ?? first } : now.missed,
  }
}
