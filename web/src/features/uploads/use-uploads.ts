import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer } from 'react'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads/uploads'
import { api } from '../../lib/api.js'
import { useLive } from '../../lib/socket.js'
import { isNewer, stageOf, type StageState } from './stage.js'

export const latestUploads = queryOptions({
  queryKey: ['uploads', 'mine'],
  queryFn: ({ signal }) => api.listUploads({}, { signal }),
  staleTime: 0,
})

export interface LiveUpload {
  upload: Upload
  state: StageState
}

type LiveStages = ReadonlyMap<string, StageState>

function reduceStages(before: LiveStages, message: UploadStageMessage): LiveStages {
  const known = before.get(message.uploadId)
  if (known && !isNewer(message, known)) return before
  return new Map(before).set(message.uploadId, { ...message, receivedAtMs: Date.now() })
}

/**
 * The latest uploads, updated live. Each newer version in a message causes one refetch, because messages lack fields,
 * and because the upload may be new.
 */
export function useUploads() {
  const [stages, onMessage] = useReducer(reduceStages, new Map())
  useLive('upload:stage', onMessage)
  const list = useQuery(latestUploads)
  const { data, refetch } = list

  const uploads = useMemo(
    () =>
      data?.items.map((upload): LiveUpload => {
        const known = stageOf(upload)
        const live = stages.get(upload.id)
        return { upload, state: live && isNewer(live, known) ? live : known }
      }),
    [data, stages],
  )

  const behind = [...stages]
    .filter(([id, { version }]) => data && (data.items.find((one) => one.id === id)?.version ?? 0) < version)
    .map(([id, { version }]) => `${id} ${version}`)
    .join()
  useEffect(() => {
    if (behind) void refetch()
  }, [behind, refetch])

  return { list, uploads }
}
