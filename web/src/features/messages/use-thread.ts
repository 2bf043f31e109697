import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Message } from '@toile/contracts/messages/messages'
import { api } from '../../lib/api.js'
import { markRead, refreshStaleLists, threadKey } from './cache.js'
import { merge, reachOf, withFetched, type Thread } from './thread.js'

const PAGE = 50

type Query = { limit?: number; cursor?: string; after?: number }

const fetchMessages = (withId: string, query: Query, signal?: AbortSignal) =>
  api.listMessages({ userId: withId, ...query }, signal ? { signal } : {})

async function sendRead(withId: string, seq: number): Promise<void> {
  markRead(withId)
  await api.readConversation({ userId: withId, seq }).catch(() => undefined)
  refreshStaleLists()
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}
function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** A refetch begins at the first missing message. A visible thread is marked as read, unless it is a request. */
export function useThread(withId: string) {
  const queryClient = useQueryClient()
  const queryKey = threadKey(withId)
  const fillsGap = useRef(false)
  const get = () => queryClient.getQueryData<Thread>(queryKey)
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Thread> => {
      const had = get()
      if (!had) {
        const first = await fetchMessages(withId, { limit: PAGE }, signal)
        const { conversation, nextCursor } = first
        return { conversation, messages: merge(first.items, []), older: nextCursor, missed: null }
      }
      const gap = fillsGap.current
      fillsGap.current = false
      const found: Message[] = []
      for (;;) {
        const after = reachOf(merge(had.messages, found))
        const page = await fetchMessages(withId, { limit: 100, after }, signal)
        found.push(...page.items)
        if (page.items.length < 100) return withFetched(get() ?? had, found, page.conversation, { fillsGap: gap })
      }
    },
    staleTime: Infinity,
  })
  const thread = query.data

  // If messages are missing before a live message, the thread is refetched as soon as no other fetch is running.
  const reach = reachOf(thread?.messages ?? [])
  const gap = thread && reach < (thread.messages.at(-1)?.seq ?? 0) ? `${reach} ${thread.messages.length}` : undefined
  const tried = useRef<string>(undefined)
  const { isFetching, refetch } = query
  useEffect(() => {
    if (!gap || isFetching || tried.current === gap) return
    tried.current = gap
    fillsGap.current = true
    void refetch()
  }, [gap, isFetching, refetch])

  const visible = useSyncExternalStore(onVisibility, isVisible)
  const lastSeq = thread?.messages.at(-1)?.seq ?? 0
  const isNew = visible && thread?.conversation.standing === 'open' && thread.conversation.unread > 0
  useEffect(() => {
    if (!isNew) return
    void sendRead(withId, lastSeq)
  }, [isNew, lastSeq, withId])

  // Leaving the thread resets its count of missed messages.
  useEffect(
    () => () => {
      queryClient.setQueryData<Thread>(threadKey(withId), (known) => known && { ...known, missed: null })
    },
    [queryClient, withId],
  )

  return {
    query,
    thread,
    async loadOlder(): Promise<void> {
      const cursor = get()?.older
      if (!cursor) return
      const page = await fetchMessages(withId, { limit: PAGE, cursor }).catch(() => undefined)
      if (page)
        queryClient.setQueryData<Thread>(
          queryKey,
          (known) =>
            known && {
              ...known,
              messages: merge(page.items, known.messages),
              older: page.nextCursor,
            },
        )
    },
  }
}
