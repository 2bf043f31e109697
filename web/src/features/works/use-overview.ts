import { useQuery } from '@tanstack/react-query'
import type { workRoutes } from '@toile/contracts/works'
import { ask } from '../../api.js'

/** How much I have of what. Whatever moves a work refreshes it, because its key begins as those of all works do. */
export function useOverview() {
  return useQuery({
    queryKey: ['works', 'overview'],
    queryFn: ({ signal }) => ask<typeof workRoutes.overview>('GET', '/me/overview', {}, { signal }),
    staleTime: 0,
  })
}
