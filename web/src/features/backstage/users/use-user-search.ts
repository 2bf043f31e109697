import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { backstageApi } from '../../../lib/backstage-api.js'

/** The ten best matches by nickname, username or email address. The result is undefined for empty input. */
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
