import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '@toile/contracts/activities/activities'
import { api } from '../../lib/api.js'
import { useLive, useTopic } from '../../lib/socket.js'
import { toast } from '../../ui/toasts/toasts.js'
import { recordServerTime } from './server-clock.js'

/** All viewers receive a phase change at the same moment, so their refetches are spread over this time. */
const SPREAD_MS = 1_000

export const activityKey = (id: string) => ['activities', id] as const

export function useActivity(id: string) {
  const queryClient = useQueryClient()
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  const query = useQuery({
    queryKey: [...activityKey(id), 'itself'],
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now()
      const activity = await api.getActivity({ id }, { signal })
      recordServerTime(activity.now, askedAtMs)
      return activity
    },
    enabled: id !== '',
  })
  useTopic(`activity:${id}`)
  useLive('activity:phase', ({ activityId, phase, nextChangeAt }) => {
    if (activityId !== id) return
    changeActivity(queryClient, id, { phase, nextChangeAt })
    clearTimeout(later.current)
    later.current = setTimeout(() => void refreshActivity(queryClient, id), Math.random() * SPREAD_MS)
  })
  useEffect(() => () => clearTimeout(later.current), [])
  return query
}

export function useRegistration(activity: Activity) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id } = activity
  return useMutation({
    mutationFn: (to: boolean) => (to ? api.registerForActivity : api.cancelRegistration)({ id }),
    onSuccess({ registeredAt, participants }, to) {
      const mine = { works: 0, juror: false, ...activity.mine, registeredAt }
      changeActivity(queryClient, id, { participants, mine })
      toast('success', t(to ? 'activities:registeredDone' : 'activities:cancelDone'))
    },
    onSettled: () => void refreshActivity(queryClient, id),
  })
}

function changeActivity(queryClient: QueryClient, id: string, to: Partial<Activity>): void {
  queryClient.setQueryData<Activity>([...activityKey(id), 'itself'], (before) => before && { ...before, ...to })
}

export function refreshActivity(queryClient: QueryClient, id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: activityKey(id) })
}
