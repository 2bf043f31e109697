import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { CreatorCard } from '@toile/contracts/users/creators'
import { api } from '../../lib/api.js'

type CreatorPages = InfiniteData<{ items: CreatorCard[]; nextCursor: string | null }>
type List = { sort: 'fans' | 'newest'; q: string } | { of: string; side: 'followers' | 'following' }

const listOf = { followers: api.listFollowers, following: api.listFollowing }

export function usePeople(list: List) {
  const queryClient = useQueryClient()
  const queryKey = ['creators', list]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      'of' in list
        ? listOf[list.side]({ id: list.of, cursor }, { signal })
        : api.listCreators({ ...list, cursor }, { signal }),
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
