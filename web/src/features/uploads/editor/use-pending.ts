import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.js'
import type { MediaKind } from '../sending/file-checks.js'

/** The files that wait for their place in a work; to be asked for again when the work got one. */
export const pendingKey = ['uploads', 'for']

/**
 * The latest file of this kind that was sent for a work and waits for its owner to show it there: the server knows it, so
 * it stands there after one has left the page. Nothing is asked for without a work.
 */
export function usePending(workId: string | undefined, kind: MediaKind) {
  const queryClient = useQueryClient()
  // Of this page; what the server says of it comes a moment later.
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
