import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { ask } from '../../../lib/api.js'
import type { Routes } from '@toile/contracts/routes'

/** The ten `people` whom what is typed fits best, by name or address; undefined while nothing is typed. */
export function useUserSearch(typed: string) {
  const q = useDeferredValue(typed.trim())
  const { data, isFetching, isPlaceholderData, error, refetch } = useQuery({
    queryKey: ['backstage', 'people', q],
    queryFn: ({ signal }) => ask<Routes['searchUsers']>('GET', '/backstage/people', { q }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { users: q === '' ? undefined : data?.items, isFetching, isPlaceholderData, error, refetch }
}
