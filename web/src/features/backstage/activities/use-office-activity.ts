import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { officeActivityRoutes } from '@toile/contracts/activities-office'
import { ask } from '../../../api.js'
import { useLive, useTopic } from '../../../socket.js'
import { keepServerTime } from '../../activities/server-clock.js'

/** All that the back office knows of activities; every deed here makes it stale. */
export const officeActivityKey = (id: string) => ['backstage', 'activity', id] as const

/** An activity as operators see it, its phase live. Asks for nothing while `id` is undefined. */
export function useOfficeActivity(id: string | undefined) {
  const queryClient = useQueryClient()
  const queryKey = officeActivityKey(id ?? '')
  const query = useQuery({
    queryKey: [...queryKey, 'itself'],
    queryFn: async ({ signal }) => {
      const askedAtMs = Date.now()
      const path = `/backstage/activities/${encodeURIComponent(id!)}` as const
      const activity = await ask<typeof officeActivityRoutes.getOfficeActivity>('GET', path, {}, { signal })
      keepServerTime(activity.now, askedAtMs)
      return activity
    },
    enabled: id !== undefined,
    staleTime: 0,
  })
  useTopic(`activity:${id ?? ''}`)
  useLive('activity:phase', ({ activityId }) => {
    if (activityId === id) void queryClient.invalidateQueries({ queryKey })
  })
  return query
}

/** Who takes part, how far the jury is, and who would win what. */
export function useStanding(id: string) {
  return useQuery({
    queryKey: [...officeActivityKey(id), 'standing'],
    queryFn: ({ signal }) =>
      ask<typeof officeActivityRoutes.getStanding>('GET', `/backstage/activities/${id}/standing`, {}, { signal }),
    staleTime: 0,
  })
}
