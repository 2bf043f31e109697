import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { FeedSort } from '@toile/contracts/works/works.constants'
import { api } from '../../lib/api.js'

export interface FeedFilter {
  sort: FeedSort
  /** The slug of a category; empty for all. */
  category: string
  tag: string
  q: string
}

export function useFeed(filter: FeedFilter, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: ['works', 'feed', filter],
    queryFn: ({ pageParam, signal }) => api.listWorks({ ...filter, cursor: pageParam }, { signal }),
    initialPageParam: '',
    enabled,
    getNextPageParam: (page) => page.nextCursor,
    // Keeps the previous tiles on the page until the results for a changed filter arrive.
    ...(enabled && { placeholderData: keepPreviousData }),
  })
}

export type Feed = ReturnType<typeof useFeed>
