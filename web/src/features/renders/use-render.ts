import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Render } from '@toile/contracts/renders/renders'
import { api, ApiError } from '../../lib/api.js'
import { isLiving, withLiveStatus } from './live-render.js'
import { useLiveStatuses } from './use-live-statuses.js'

const POLL_EVERY_MS = 10_000

const actions = {
  cancel: api.cancelRender,
  retry: api.retryRender,
  approve: api.approveRender,
}
export type RenderAction = keyof typeof actions

export function useRender(id: string) {
  const queryClient = useQueryClient()
  const queryKey = ['renders', 'one', id]
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getRender({ id }, { signal }),
    staleTime: 0,
    // The render is polled, because the place in the queue, the ETA and the cost change without a message.
    refetchInterval: ({ state }) => (state.data && isLiving(state.data.status) ? POLL_EVERY_MS : false),
  })
  const live = useLiveStatuses().get(id)
  const behind = data && live && live.version > data.version ? live.version : undefined
  useEffect(() => {
    if (behind !== undefined) void refetch()
  }, [behind, refetch])

  const act = useMutation({
    mutationFn: (action: RenderAction) => actions[action]({ id }),
    meta: { showsError: true },
    onSuccess: (render) => void queryClient.setQueryData<Render>(queryKey, render),
    onError(refusal) {
      // 409 means that the status has changed, but that the message about the change has not arrived yet.
      if (refusal instanceof ApiError && refusal.status === 409) void refetch()
    },
  })

  return { render: data && withLiveStatus(data, dataUpdatedAt, live), error, refetch, act }
}
