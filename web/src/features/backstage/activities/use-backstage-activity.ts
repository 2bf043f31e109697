import { useQuery, useQueryClient } from '@tanstack/react-query'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useLive, useTopic } from '../../../lib/socket.js'
import { recordServerTime } from '../../activities/server-clock.js'

/** Every backstage action invalidates this key, because refetchBackstage() invalidates all keys under `backstage`. */
export const backstageActivityKey = (id: string) => ['backstage', 'activity', id] as const

/** Refetches the activity and its leaderboard when the phase changes. Fetches nothing while `id` is undefined. */
export function useBackstageActivity(id: string | undefined) {
  const queryClient = useQueryClient()
  const queryKey = backstageActivityKey(id ?? '')
  const query = useQuery({
    queryKey: [...queryKey, 'itself'],
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now()
      const activity = await backstageApi.getBackstageActivity({ id: id! }, { signal })
      recordServerTime(activity.now, askedAtMs)
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

export function useLeaderboard(id: string) {
  return useQuery({
    queryKey: [...backstageActivityKey(id), 'standing'],
    queryFn: ({ signal }) => backstageApi.getStanding({ id }, { signal }),
    staleTime: 0,
  })
}
