import { useInfiniteQuery } from '@tanstack/react-query'
import * as activityRoutes from '@toile/contracts/activities/activities.paths'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { ask } from '../../lib/api.js'
import { recordServerTime } from './server-clock.js'

/** Activities of one phase, or all, the one that opens last first. */
export function useActivities(phase: ActivityPhase | undefined) {
  const list = useInfiniteQuery({
    queryKey: ['activities', 'list', phase ?? 'all'],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const askedAtMs = Date.now()
      const page = await ask(activityRoutes.listActivities)({ phase, cursor }, { signal })
      if (page.items[0]) recordServerTime(page.items[0].now, askedAtMs)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  return { list, activities: list.data?.pages.flatMap((page) => page.items) }
}
