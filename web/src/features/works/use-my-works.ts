import { useInfiniteQuery } from '@tanstack/react-query'
import type { WorkState } from '@toile/contracts/works/works.constants'
import { ask } from '../../lib/api.js'
import type { Routes } from '@toile/contracts/routes'

/** My works in a state, a page at a time. */
export const useMyWorks = (state: WorkState) =>
  useInfiniteQuery({
    queryKey: ['works', 'mine', state],
    queryFn: ({ pageParam, signal }) =>
      ask<Routes['listMyWorks']>('GET', '/me/works', { state, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
