import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { FeedSort } from '@toile/contracts/works/works.constants'
import { api } from '../../lib/api.js'

/** What of the feed is wanted, and in which order. */
export interface FeedFilter {
  sort: FeedSort
  /** A slug; '' for all. */
  category: string
  /** '' for all. */
  tag: string
  q: string
}

/** The feed of released works, a page at a time. */
export function useFeed(filter: FeedFilter, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['works', 'feed', filter],
    queryFn: ({ pageParam, signal }) => api.listWorks({ ...filter, cursor: pageParam }, { signal }),
    initialPageParam: '',
    enabled,
    getNextPageParam: (page) => page.nextCursor,
    // What is just being pressed stays where it is, while words are typed beside it.
    ...(enabled && { placeholderData: keepPreviousData }),
  })
}

export type Feed = ReturnType<typeof useFeed>
