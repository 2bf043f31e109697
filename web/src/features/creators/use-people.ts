import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { CreatorCard } from '@toile/contracts/users/creators'
import { ask } from '../../lib/api.js'
import type { Routes } from '@toile/contracts/routes'

type CreatorPages = InfiniteData<{ items: CreatorCard[]; nextCursor: string | null }>
type List = { sort: 'fans' | 'newest'; q: string } | { of: string; side: 'followers' | 'following' }

/** A list of people, a page at a time; `change` puts what happened to one of them on the screen. */
export function usePeople(list: List) {
  const queryClient = useQueryClient()
  const queryKey = ['creators', list]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      'of' in list
        ? ask<Routes['listFollowers']>(
            'GET',
            `/users/${list.of}/${list.side}` as `/users/${string}/followers`,
            { cursor },
            { signal },
          )
        : ask<Routes['listCreators']>('GET', '/users', { ...list, cursor }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  return {
    query,
    people: query.data?.pages.flatMap((page) => page.items),
    change: (id: string, to: Partial<CreatorCard>) =>
      queryClient.setQueryData<CreatorPages>(
        queryKey,
        (shown) =>
          shown && {
            ...shown,
            pages: shown.pages.map((page) => ({
              ...page,
              items: page.items.map((one) => (one.id === id ? { ...one, ...to } : one)),
            })),
          },
      ),
  }
}
