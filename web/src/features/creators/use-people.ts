import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { CreatorCard } from '@toile/contracts/users/creators'
import { api } from '../../lib/api.js'
import { mapItems, usePaged } from '../../lib/paged.js'

type CreatorPages = InfiniteData<{ items: CreatorCard[]; nextCursor: string | null }>
type List = { sort: 'fans' | 'newest'; q: string } | { of: string; side: 'followers' | 'following' }

const listOf = { followers: api.listFollowers, following: api.listFollowing }

export function usePeople(list: List) {
  const queryClient = useQueryClient()
  const queryKey = ['creators', list]
  const query = usePaged(queryKey, (cursor, options) =>
    'of' in list ? listOf[list.side]({ id: list.of, cursor }, options) : api.listCreators({ ...list, cursor }, options),
  )
  return {
    query,
    people: query.data?.pages.flatMap((page) => page.items),
    change: (id: string, to: Partial<CreatorCard>) =>
      queryClient.setQueryData<CreatorPages>(
        queryKey,
        (shown) => shown && mapItems(shown, (one) => (one.id === id ? { ...one, ...to } : one)),
      ),
  }
}
