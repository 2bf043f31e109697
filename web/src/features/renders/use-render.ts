import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Render } from '@toile/contracts/renders/renders'
import { ask, call, FAILED } from '../../lib/api.js'
import { isLiving, withLiveStatus } from './live-render.js'
import { useLiveStatuses } from './use-live-statuses.js'
import type { Routes } from '@toile/contracts/routes'

/** How often what no message carries is fetched. */
const POLL_EVERY_MS = 10_000

export type RenderAction = 'cancel' | 'retry' | 'approve'

/** One of my renders, followed live, with what can be done to it. */
export function useRender(id: string) {
  const queryClient = useQueryClient()
  const queryKey = ['renders', 'one', id]
  const [busy, setBusy] = useState<RenderAction>()
  const [problem, setProblem] = useState<string>()
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<Routes['getRender']>('GET', `/renders/${id}`, {}, { signal }),
    staleTime: 0,
    // Place, ETA and cost move without a message.
    refetchInterval: ({ state }) => (state.data && isLiving(state.data.status) ? POLL_EVERY_MS : false),
  })
  const live = useLiveStatuses().get(id)
  const behind = data && live && live.version > data.version ? live.version : undefined
  useEffect(() => {
    if (behind !== undefined) void refetch()
  }, [behind, refetch])

  async function act(action: RenderAction): Promise<void> {
    setBusy(action)
    setProblem(undefined)
    const path = `/renders/${id}/${action}` as `/renders/${string}/cancel`
    const result = await call<Routes['cancelRender']>('POST', path, undefined, { quiet: true })
    setBusy(undefined)
    if (result.code !== FAILED) return void queryClient.setQueryData<Render>(queryKey, result.data)
    setProblem(result.message)
    // It has moved on since this page last heard of it.
    if (result.status === 409) void refetch()
  }

  return { render: data && withLiveStatus(data, dataUpdatedAt, live), error, refetch, act, busy, problem }
}
