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
    // Keeps the previous tiles on the page until the results for a changed filter arrive.
    ...(enabled && { placeholderData: keepPreviousData }),
  })
}

export type Feed = ReturnType<typeof useFeed>
