import { useInfiniteQuery } from '@tanstack/react-query'
import type { WorkState } from '@toile/contracts/works/works.constants'
import { api } from '../../lib/api.js'

export const useMyWorks = (state: WorkState) =>
  useInfiniteQuery({
    queryKey: ['works', 'mine', state],
    queryFn: ({ pageParam, signal }) => api.listMyWorks({ state, cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  })
