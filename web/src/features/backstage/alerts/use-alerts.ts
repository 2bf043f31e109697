import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '@toile/contracts/route'
import type { Alert } from '@toile/contracts/queues/alerts'
import { backstageApi } from '../../../lib/backstage-api.js'
import { useLive } from '../../../lib/socket.js'
import type { Routes } from '@toile/contracts/routes'

const key = ['backstage', 'alerts']
/** Polling covers the changes that are missed while the live connection is down. */
const ASK_EVERY_MS = 15_000

type List = ResponseOf<Routes['listAlerts']>

export function useAlerts(): readonly Alert[] {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => backstageApi.listAlerts({ state: 'open', pageSize: 50 }, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  useLive('alert:changed', (alert) => {
    queryClient.setQueryData<List>(key, (list) => list && withAlert(list, alert))
  })
  return data?.items ?? []
}

function withAlert(list: List, alert: Alert): List {
  const known = list.items.find(({ id }) => id === alert.id)
  if (known && known.version >= alert.version) return list
  const others = list.items.filter(({ id }) => id !== alert.id)
  const items = alert.closedAt ? others : [alert, ...others].sort((a, b) => b.openedAt.localeCompare(a.openedAt))
  return { items, total: items.length }
}
