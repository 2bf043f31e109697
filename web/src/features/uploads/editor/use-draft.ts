import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, ApiError } from '../../../lib/api.js'
import { pendingKey } from './use-pending.js'
import { emptyDraft, fieldsOf, patchOf, unsaved, type DraftFields } from './draft.js'

const SAVE_AFTER_MS = 800
const TRY_AGAIN_AFTER_MS = 5_000

export type DraftStart = { uploadId: string } | { workId: string }

/** Finds an upload's work or creates a draft. The idempotency key contains the upload id, so all tabs get one draft. */
async function draftOf(uploadId: string, signal: AbortSignal): Promise<string> {
  const upload = await api.getUpload({ id: uploadId }, { signal })
  const { kind, workId = upload.forWorkId } = upload
  if (workId) return workId
  const created = await api.createWork(kind === 'video' ? { videoUploadId: uploadId } : { uploadId }, {
    signal,
    idempotencyKey: `draft-of-${uploadId}`,
  })
  return created.id
}

/** The form can be edited before the draft is loaded. Edits are saved after SAVE_AFTER_MS without another edit. */
export function useDraft(start: DraftStart) {
  const queryClient = useQueryClient()
  const queryKey = ['draft', start]
  const draft = useQuery({
    queryKey,
    async queryFn({ signal }) {
      const id = 'workId' in start ? start.workId : await draftOf(start.uploadId, signal)
      return api.getWork({ id }, { signal })
    },
    staleTime: Infinity,
  })
  const [edits, setEdits] = useState<Partial<DraftFields>>({})
  const [saved, setSaved] = useState<Partial<DraftFields>>({})
  /** The failure is kept during a retry, so that screen readers announce it once. */
  const [failure, setFailure] = useState<ApiError>()

  const workId = draft.data?.id
  const pending = unsaved(edits, saved)
  const dirty = Object.keys(pending).length > 0

  const update = useMutation({
    mutationFn: ({ id, fields, keepalive }: { id: string; fields: Partial<DraftFields>; keepalive: boolean }) =>
      api.updateWork({ id, ...patchOf(fields) }, { keepalive }),
    meta: { showsError: true },
    onSuccess(work, { fields }) {
      setFailure(undefined)
      setSaved((before) => ({ ...before, ...fields }))
      queryClient.setQueryData(queryKey, work)
      queryClient.setQueryData(['works', work.id], work)
      if (fields.uploadId || fields.videoUploadId) void queryClient.invalidateQueries({ queryKey: pendingKey })
    },
    onError: (error) => error instanceof ApiError && setFailure(error),
  })
  const saving = update.isPending

  /** Saves pending edits. Resolves to whether all edits are saved. With `keepalive`, the request outlives the page. */
  async function save(keepalive = false): Promise<boolean> {
    if (!dirty) return true
    if (!workId) return false
    return update.mutateAsync({ id: workId, fields: pending, keepalive }).then(
      () => true,
      () => false,
    )
  }

  const saveNow = useEffectEvent(save)
  useEffect(() => {
    if (!dirty || saving || !workId) return
    // After a refusal, saving waits for the next change. After a network or server error, saving is retried.
    if (failure && failure.status > 0 && failure.status < 500) return
    const timer = setTimeout(() => void saveNow(), failure ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [edits, dirty, saving, workId, failure])
  // Leaving or closing the page saves at once instead of after SAVE_AFTER_MS.
  useEffect(() => {
    const onGone = () => void saveNow(true)
    addEventListener('pagehide', onGone)
    return () => {
      removeEventListener('pagehide', onGone)
      void saveNow()
    }
  }, [])

  return {
    work: draft.data,
    error: draft.error,
    refetch: draft.refetch,
    /** Replaces the chosen cover with the server's, because new previews may have replaced the chosen cover. */
    async renewCover() {
      await draft.refetch()
      const others = ({ coverId: _, ...rest }: Partial<DraftFields>) => rest
      setEdits(others)
      setSaved(others)
    },
    fields: { ...(draft.data ? fieldsOf(draft.data) : { ...emptyDraft, ...start }), ...edits },
    edit(part: Partial<DraftFields>) {
      setFailure(undefined)
      setEdits((before) => ({ ...before, ...part }))
    },
    save,
    saving,
    dirty,
    failure,
  }
}
