import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, ApiError } from '../../../lib/api.js'
import { pendingKey } from './use-pending.js'
import { emptyDraft, fieldsOf, patchOf, unsaved, type DraftFields } from './draft.js'

const SAVE_AFTER_MS = 800
const TRY_AGAIN_AFTER_MS = 5_000

/** A draft is found by the upload that it is made of, or by itself. */
export type DraftStart = { uploadId: string } | { workId: string }

/**
 * The draft that belongs to an upload, or the work that it was sent for. Making a draft is repeatable: the idempotency key is made of the upload's id, so a
 * second tab that comes at the same moment gets the same draft.
 */
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

/** The form's values, editable before the draft is there, and saved by themselves a moment after each change. */
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
  /** Stands while it is tried again, so that it is read out once. */
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

  /** Saves what is pending; resolves with whether everything is saved. The answer is not waited for by a page that goes. */
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
    // What the server refused waits for the next change; what did not arrive is tried again.
    if (failure && failure.status > 0 && failure.status < 500) return
    const timer = setTimeout(() => void saveNow(), failure ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [edits, dirty, saving, workId, failure])
  // Leaving the page within the pause loses nothing, nor does closing it.
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
    /** Takes the cover that the server has: pictures were made anew, and the one chosen before is gone. */
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
