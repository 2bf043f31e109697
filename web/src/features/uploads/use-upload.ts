import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useReducer } from 'react'
import type { UploadStageMessage } from '@toile/contracts/uploads/uploads'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'
import { isNewer, isUnderWay, lastGoodStage, stageOf, type Row, type StageState } from './stage.js'

interface LiveStage {
  state: StageState | undefined
  lastGood: Row | undefined
}

function reduceStage(before: LiveStage, message: UploadStageMessage): LiveStage {
  if (before.state && !isNewer(message, before.state)) return before
  return {
    state: { ...message, receivedAtMs: Date.now() },
    lastGood: message.stage === 'failed' ? before.lastGood : message.stage,
  }
}

export type FollowedUpload = ReturnType<typeof useUpload>

/** Fetches nothing while `id` is null. Fetches again when processing ends, because messages contain no pictures. */
export function useUpload(id: string | null) {
  const queryClient = useQueryClient()
  const [live, onMessage] = useReducer(reduceStage, { state: undefined, lastGood: undefined })
  useLive('upload:stage', (message) => message.uploadId === id && onMessage(message))

  const fetchUpload = ({ signal }: { signal: AbortSignal }) => api.getUpload({ id: id! }, { signal })
  // The upload is refetched on every mount. Messages do not update the cache, so another component may have cached an
  // old result.
  const fetched = useQuery({
    queryKey: ['uploads', id],
    queryFn: fetchUpload,
    enabled: id !== null,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
  const known = useMemo(() => fetched.data && stageOf(fetched.data), [fetched.data])
  const state = known && live.state && isNewer(live.state, known) ? live.state : known
  const atRest = state !== undefined && !isUnderWay(state.stage)
  const isBehind = fetched.data !== undefined && state !== undefined && fetched.data.version < state.version
  const rest = useQuery({
    queryKey: ['uploads', id, 'at rest', state?.version],
    queryFn: fetchUpload,
    enabled: atRest && isBehind,
    staleTime: Infinity,
  })

  const refetch = () => queryClient.invalidateQueries({ queryKey: ['uploads', id] })
  // Further pictures, which can become the cover, arrive after the upload is ready, maybe during the first fetch.
  useLive('image:status', (message) => {
    if (message.uploadId === id && (atRest || !state)) void refetch()
  })

  const upload = isBehind ? (rest.data ?? fetched.data) : fetched.data
  // Messages may be lost, so the history in the fetched upload is used, unless that upload is older than `state`.
  const isKnown = upload && state && upload.version >= state.version
  return {
    upload,
    state,
    lastGood: (!isKnown && live.lastGood) || (upload && lastGoodStage(upload)),
    error: fetched.error,
    refetch,
  }
}
