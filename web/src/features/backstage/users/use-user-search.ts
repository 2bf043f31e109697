import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { backstageApi } from '../../../lib/backstage-api.js'

/** Up to ten matches by nickname, username or email. `users` is undefined for empty input and before the answer. */
export function useUserSearch(typed: string) {
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ['backstage', 'people', q],
    queryFn: ({ signal }) => backstageApi.searchUsers({ q }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { users: q === '' ? undefined : data?.items, isFetching, isPlaceholderData, error, refetch }
}
