import type { InfiniteData } from '@tanstack/react-query'
import type { Conversation, Message, MessageReadMessage } from '@toile/contracts/messages/messages'
import { api } from '../../lib/api.js'
import { queryClient } from '../../lib/query.js'
import { merge, withMessage, type Thread } from './thread.js'

// Applies message events to the conversations and threads in the query cache.

type ConversationPages = InfiniteData<{ items: Conversation[]; nextCursor: string | null; requests: number }>

export const threadKey = (withId: string) => ['thread', withId] as const
export const conversationsKey = ['conversations'] as const

function changeLists(withId: string, to: (known: Conversation) => Conversation): boolean {
  let found = false
  queryClient.setQueriesData<ConversationPages>({ queryKey: conversationsKey }, (shown) => {
    const known = shown?.pages.flatMap(({ items }) => items).find((one) => one.conversationWith === withId)
    if (!known) return shown
    found = true
    const changed = to(known)
    const leads = changed.lastSeq > known.lastSeq
    return {
      ...shown!,
      pages: shown!.pages.map((page, index) => {
        const items = page.items.flatMap((one) => (one.conversationWith !== withId ? one : leads ? [] : changed))
        return { ...page, items: leads && index === 0 ? [changed, ...items] : items }
      }),
    }
  })
  return found
}

/** Applies a live message or the response to a sent message. A message that arrives both ways is added only once. */
export function applyMessage(message: Message): void {
  const { conversationWith, seq, mine } = message
  queryClient.setQueryData<Thread>(threadKey(conversationWith), (thread) => thread && withMessage(thread, message))
  const isKnown = changeLists(conversationWith, (known) =>
    seq <= known.lastSeq
      ? known
      : { ...known, lastSeq: seq, lastMessage: message, unread: known.unread + (mine ? 0 : 1) },
  )
  if (!isKnown) void queryClient.invalidateQueries({ queryKey: conversationsKey })
  // The first message creates the conversation. The server then decides anew whether the user may write.
  if (seq === 1) void queryClient.invalidateQueries({ queryKey: threadKey(conversationWith) })
}

/** Refetches a message whose picture failed to load, because links to pictures expire. */
export async function refreshImageLinks({ conversationWith, seq }: Message): Promise<void> {
  const input = { userId: conversationWith, after: seq - 1, limit: 1 }
  const page = await api.listMessages(input).catch(() => undefined)
  if (page)
    queryClient.setQueryData<Thread>(
      threadKey(conversationWith),
      (thread) => thread && { ...thread, messages: merge(thread.messages, page.items) },
    )
}

/** Applies a read receipt of the other user, or of this user on another device. */
export function applyRead({ conversationWith, seq, readAt, mine }: MessageReadMessage): void {
  const read = (known: Conversation): Conversation => {
    if (mine) return seq >= known.lastSeq ? { ...known, unread: 0 } : known
    return seq > known.readSeq ? { ...known, readSeq: seq, readAt } : known
  }
  changeLists(conversationWith, read)
  const key = threadKey(conversationWith)
  const thread = queryClient.getQueryData<Thread>(key)
  if (thread) queryClient.setQueryData<Thread>(key, { ...thread, conversation: read(thread.conversation) })
  // The server reports an accepted request as a read receipt, so a thread that awaits acceptance is refetched.
  if (thread?.conversation.awaiting) void queryClient.invalidateQueries({ queryKey: key })
}

export function markRead(withId: string): void {
  const read = (known: Conversation): Conversation => ({ ...known, unread: 0 })
  changeLists(withId, read)
  queryClient.setQueryData<Thread>(
    threadKey(withId),
    (thread) => thread && { ...thread, conversation: read(thread.conversation) },
  )
}

/** Refetches lists that are still loading, because their responses may still show the read thread as unread. */
export function refreshStaleLists(): void {
  const isStale = queryClient.isFetching({ queryKey: conversationsKey }) > 0
  if (isStale) void queryClient.invalidateQueries({ queryKey: conversationsKey })
}

/** Call this after blocking or unblocking a user, and after accepting or ignoring a request. */
export async function refreshConversations(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: conversationsKey }),
    queryClient.invalidateQueries({ queryKey: ['thread'] }),
  ])
}
