import { useQuery } from '@tanstack/react-query'
import type { renderRoutes } from '@toile/contracts/renders'
import { ask } from '../../api.js'
import { useLive } from '../../socket.js'
import { isLiving } from './live-render.js'

/** The newest of them: who has more than these under way sees 100. */
const LOOKED_AT = 100

/** How many of my renders are under way; undefined until that is known. */
export function useRendersUnderWay(): number | undefined {
  const { data, refetch } = useQuery({
    queryKey: ['renders', 'under way'],
    queryFn: ({ signal }) => ask<typeof renderRoutes.listRenders>('GET', '/renders', { limit: LOOKED_AT }, { signal }),
    staleTime: 0,
  })
  useLive('render:status', ({ renderId, status }) => {
    const known = data?.items.find(({ id }) => id === renderId)
    if (data && isLiving(status) !== (known !== undefined && isLiving(known.status)))
      void refetch({ cancelRefetch: false })
  })
  return data?.items.filter(({ status }) => isLiving(status)).length
}
