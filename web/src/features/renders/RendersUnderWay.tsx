import { useQuery } from '@tanstack/react-query'
import type { renderRoutes } from '@toile/contracts/renders'
import { ask } from '../../api.js'
import { useLive } from '../../socket.js'
import { formatNumber } from '../../ui/format.js'
import { isLiving } from './live-render.js'

/** The newest of them: who has more than these under way sees 100. */
const LOOKED_AT = 100

/** How many of my renders are under way; a blank until that is known. */
export default function RendersUnderWay() {
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
  return data ? formatNumber(data.items.filter(({ status }) => isLiving(status)).length) : '\u00a0'
}
