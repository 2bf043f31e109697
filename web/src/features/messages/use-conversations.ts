import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as messageRoutes from '@toile/contracts/messages/messages.paths'
import type { ConversationBox } from '@toile/contracts/messages/messages.constants'
import { ask } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'
import { conversationsKey } from './cache.js'

/**
 * My conversations, the latest first, a page at a time. `away` counts what came in others than `openId` while this client
 * could not hear of it.
 */
export function useConversations(box: ConversationBox, openId: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: [...conversationsKey, box],
    queryFn: ({ pageParam: cursor, signal }) => ask(messageRoutes.listConversations)({ box, cursor }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const conversations = query.data?.pages.flatMap(({ items }) => items)

  // The unread counts known so far, by conversation; whatever a fetch adds to them arrived while the client was offline.
  const knownUnread = useRef<Map<string, number>>(undefined)
  const [missed, setMissed] = useState(0)
  useLive('message:new', ({ conversationWith, mine }) => {
    if (!mine) knownUnread.current?.set(conversationWith, (knownUnread.current.get(conversationWith) ?? 0) + 1)
  })
  useEffect(() => {
    if (!conversations) return
    const before = knownUnread.current
    const newCounts = conversations
      .filter(({ conversationWith }) => conversationWith !== openId)
      .map(({ conversationWith, unread }) => unread - (before?.get(conversationWith) ?? 0))
      .filter((count) => count > 0)
    knownUnread.current = new Map(conversations.map(({ conversationWith, unread }) => [conversationWith, unread]))
    if (before && newCounts.length > 0) setMissed((count) => count + newCounts.reduce((sum, one) => sum + one))
  }, [query.data, openId])

  return {
    query,
    conversations,
    requests: query.data?.pages[0]?.requests ?? 0,
    missed,
    clearMissed: () => setMissed(0),
  }
}
