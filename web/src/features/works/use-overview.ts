import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'

const ends: readonly string[] = ['finished', 'failed', 'cancelled']

/** How much I have of what. Whatever moves a work refreshes it, because its key begins as those of all works do. */
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
