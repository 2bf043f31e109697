import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'

const ends: readonly string[] = ['finished', 'failed', 'cancelled']

/** The counts of works and renders. Their key begins like the keys of works, so a change of a work refetches them. */
export function useOverview() {
  const overview = useQuery({
    queryKey: ['works', 'overview'],
    queryFn: ({ signal }) => api.overview({}, { signal }),
    staleTime: 0,
  })
  useLive('render:status', ({ status }) => {
    if (ends.includes(status)) void overview.refetch({ cancelRefetch: false })
  })
  return overview
}
