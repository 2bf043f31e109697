import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.js'
import type { MediaKind } from '../sending/file-checks.js'

/** Invalidate this key after a work has started to use an upload, because the upload is then no longer pending. */
export const pendingKey = ['uploads', 'for']

/** The latest upload of this kind that was sent for the work but is not used yet. The server keeps it for later. */
export function usePending(workId: string | undefined, kind: MediaKind) {
  const queryClient = useQueryClient()
  // The id of an upload that was begun on this page. The fetched list contains the upload only after a refetch.
  const [sentId, setSentId] = useState<string>()
  const { data } = useQuery({
    queryKey: [...pendingKey, workId],
    queryFn: ({ signal }) => api.listUploads({ forWork: workId! }, { signal }),
    enabled: workId !== undefined,
    refetchOnMount: 'always',
  })
  const known = data?.items.find((upload) => upload.kind === kind)?.id
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: pendingKey })
    setSentId(undefined)
  }
  const giveUp = useMutation({
    mutationFn: (id: string) => api.forgetUploadAim({ id }),
    onSuccess: refresh,
  })
  return { id: sentId ?? known, put: setSentId, refresh, giveUp: giveUp.mutate }
}
