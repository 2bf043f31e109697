import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import type { AnyComment } from './use-comments.js'

/** The answers to a comment after those that came with it; they are asked for by a press. `key` is that of its list. */
export function useMoreReplies(key: readonly string[], { id, repliesCursor }: AnyComment) {
  const [isWanted, setWanted] = useState(false)
  const list = useInfiniteQuery({
    queryKey: [...key, 'replies', id, repliesCursor],
    queryFn: ({ pageParam: cursor, signal }) => api.listReplies({ id, cursor, limit: 100 }, { signal }),
    initialPageParam: repliesCursor ?? '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: isWanted && repliesCursor !== undefined,
  })
  return {
    replies: list.data?.pages.flatMap(({ items }) => items) ?? [],
    canAsk: repliesCursor !== undefined && (!list.data || list.hasNextPage),
    isBusy: list.isFetching,
    ask: () => (list.data || list.isError ? void list.fetchNextPage() : setWanted(true)),
  }
}
