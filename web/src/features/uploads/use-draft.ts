import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Work, workRoutes } from '@toile/contracts/works'
import { ask, call, CallFailure, FAILED, type Failed } from '../../api.js'
import { emptyDraft, fieldsOf, patchOf, unsaved, type DraftFields } from './draft.js'
import { local } from '../../storage.js'
import { DRAFT_PREFIX } from './kept-keys.js'

const SAVE_AFTER_MS = 800
const TRY_AGAIN_AFTER_MS = 5_000
const keyOf = (uploadId: string) => DRAFT_PREFIX + uploadId

/**
 * The draft that belongs to an upload. Making it is repeatable: the idempotency key is made of the upload's id, so a
 * reload or a second tab gets the same draft; this device remembers it for longer than the server keeps the key.
 */
async function openDraft(uploadId: string, signal: AbortSignal): Promise<Work> {
  let workId = local.getItem(keyOf(uploadId))
  if (!workId) {
    const made = await ask<typeof workRoutes.createWork>(
      'POST',
      '/works',
      { uploadId },
      { signal, idempotencyKey: `draft-of-${uploadId}` },
    )
    workId = made.id
    local.setItem(keyOf(uploadId), workId)
  }
  try {
    return await ask<typeof workRoutes.getWork>('GET', `/works/${workId}`, {}, { signal })
  } catch (error) {
    if (error instanceof CallFailure && error.failed.status === 404) local.removeItem(keyOf(uploadId))
    throw error
  }
}

/** The form's values, editable before the draft is there, and saved by themselves a moment after each change. */
export function useDraft(uploadId: string) {
  const queryClient = useQueryClient()
  const queryKey = ['draft', uploadId]
  const draft = useQuery({ queryKey, queryFn: ({ signal }) => openDraft(uploadId, signal), staleTime: Infinity })
  const [edits, setEdits] = useState<Partial<DraftFields>>({})
  const [saved, setSaved] = useState<Partial<DraftFields>>({})
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failed>()

  const workId = draft.data?.id
  const pending = unsaved(edits, saved)
  const dirty = Object.keys(pending).length > 0

  /** Saves what is pending; resolves with whether everything is saved. */
  async function save(): Promise<boolean> {
    if (!dirty) return true
    if (!workId) return false
    setSaving(true)
    const answer = await call<typeof workRoutes.updateWork>('PATCH', `/works/${workId}`, patchOf(pending), {
      quiet: true,
    })
    setSaving(false)
    setFailure(answer.code === FAILED ? answer : undefined)
    if (answer.code === FAILED) return false
    setSaved((before) => ({ ...before, ...pending }))
    queryClient.setQueryData(queryKey, answer.data)
    queryClient.setQueryData(['works', workId], answer.data)
    return true
  }

  const saveNow = useEffectEvent(save)
  useEffect(() => {
    if (!dirty || saving || !workId) return
    // What the server refused waits for the next change; what did not arrive is tried again.
    if (failure && failure.status > 0 && failure.status < 500) return
    const timer = setTimeout(() => void saveNow(), failure ? TRY_AGAIN_AFTER_MS : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [edits, dirty, saving, workId, failure])
  // Leaving the page within the pause loses nothing.
  useEffect(() => () => void saveNow(), [])

  return {
    work: draft.data,
    error: draft.error,
    refetch: draft.refetch,
    fields: { ...(draft.data ? fieldsOf(draft.data) : emptyDraft), ...edits },
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
