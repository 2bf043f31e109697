import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.js'
import type { MediaKind } from '../sending/file-checks.js'

/** Invalidate this key when a work gets a pending upload. */
export const pendingKey = ['uploads', 'for']

/** The latest upload that waits for the owner to add it to the work. It is kept when the user leaves the page. */
export function usePending(workId: string | undefined, kind: MediaKind) {
  const queryClient = useQueryClient()
  // The id of an upload that was sent on this page. The list from the server contains it a moment later.
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
