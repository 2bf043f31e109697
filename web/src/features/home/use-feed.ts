import { keepPreviousData } from '@tanstack/react-query'
import type { FeedSort } from '@toile/contracts/works/works.constants'
import { api } from '../../lib/api.js'
import { usePaged } from '../../lib/paged.js'

export interface FeedFilter {
  sort: FeedSort
  /** The slug of a category. It is empty for all categories. */
  category: string
  tag: string
  q: string
}

export function useFeed(filter: FeedFilter, enabled: boolean) {
  return usePaged(['works', 'feed', filter], (cursor, options) => api.listWorks({ ...filter, cursor }, options), {
    enabled,
    // The previous tiles stay until new results arrive. A disabled query has no results that would replace them.
    ...(enabled && { placeholderData: keepPreviousData }),
  })
}

export type Feed = ReturnType<typeof useFeed>
