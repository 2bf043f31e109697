import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { ask } from '../../../lib/api.js'
import * as backstageRoutes from '@toile/contracts/backstage/backstage.paths'

/** The ten `people` whom what is typed fits best, by name or address; undefined while nothing is typed. */
export function useUserSearch(typed: string) {
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ['backstage', 'people', q],
    queryFn: ({ signal }) => ask(backstageRoutes.searchUsers)({ q }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { users: q === '' ? undefined : data?.items, isFetching, isPlaceholderData, error, refetch }
}
