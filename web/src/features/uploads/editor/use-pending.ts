import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.js'
import type { MediaKind } from '../sending/file-checks.js'

/** Invalidate this key when a work gets a pending upload. */
export const pendingKey = ['uploads', 'for']

/** The latest upload that waits for the owner to add it to the work; the server keeps it after the page is left. */
export function usePending(workId: string | undefined, kind: MediaKind) {
  const queryClient = useQueryClient()
  // Sent on this page; the server's list has it a moment later.
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
