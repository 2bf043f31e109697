import type { Conversation, Message } from '@toile/contracts/messages/messages'

/** What a client has of a conversation. */
export interface Thread {
  conversation: Conversation
  /** By their numbers, each once. What came live out of its turn may stand past a gap until that is fetched. */
  messages: readonly Message[]
  /** Where older ones are asked for; null where there are none. */
  older: string | null
  /** What the other wrote while this client was away: how many, and the number of the first. */
  missed: { count: number; fromSeq: number } | null
}

/** Both lists as one, by their numbers; of the same message the one that came later stands, its links are fresher. */
export function merge(messages: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map([...messages, ...more].map((message) => [message.seq, message]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq)
}

/** The number up to which nothing is missing after the first: what comes next is asked for from here. */
export function reachOf(messages: readonly Message[]): number {
  let reach = messages[0]?.seq ?? 0
  for (const { seq } of messages) if (seq === reach + 1) reach = seq
  return reach
}

/** A thread with a message that came live: known ones change nothing. */
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
 * A thread with what was fetched after its reach. What the other wrote and was not known counts as come while away,
 * unless it only fills a gap. `now` is the thread as it is by now: something may have come live meanwhile.
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
  // What came in an earlier absence and was read since is not counted again.
  const before = now.conversation.unread > 0 ? now.missed : null
  const first = found[0]?.seq ?? 0
  return {
    ...now,
    conversation,
    messages: merge(now.messages, fetched),
    missed: count > 0 ? { count: count + (before?.count ?? 0), fromSeq: before?.fromSeq ?? first } : now.missed,
  }
}
