import { useInfiniteQuery } from '@tanstack/react-query'
import type { workRoutes } from '@toile/contracts/works'
import { ask } from '../../api.js'

/** The feed of released works, newest first, a page at a time. */
export function useFeed() {
  return useInfiniteQuery({
    queryKey: ['works', 'latest'],
    queryFn: ({ pageParam, signal }) =>
      ask<typeof workRoutes.listWorks>('GET', '/works', { sort: 'latest', cursor: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
}

export type Feed = ReturnType<typeof useFeed>
