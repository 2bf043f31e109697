import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works/works'
import { titleLength } from '@toile/contracts/works/works.constants'
import { api, resultOf } from '../../lib/api.js'
import { FAILED } from '../../lib/request.js'
import type { WordKey } from '../../i18n/index.js'
import { paths } from '../../lib/paths.js'
import { useNavigate } from '../../lib/router.js'
import { toastTimes } from '../../ui/toasts/toast-times.js'
import { toast } from '../../ui/toasts/toasts.js'

const transitions = {
  publish: api.publishWork,
  unpublish: api.unpublishWork,
  trash: api.trashWork,
  restore: api.restoreWork,
}
export type WorkTransition = keyof typeof transitions

const doneWords: Record<WorkTransition, WordKey> = {
  publish: 'work.publishDone',
  unpublish: 'work.unpublishDone',
  trash: 'work.trashDone',
  restore: 'work.restoreDone',
}

/** The transitions that bring a work back to where it was. */
function undoOf(move: WorkTransition, { state }: Pick<WorkCard, 'state'>): WorkTransition[] {
  if (move === 'trash') return state === 'released' ? ['restore', 'publish'] : ['restore']
  return { unpublish: ['publish' as const], restore: ['trash' as const], publish: ['unpublish' as const] }[move]
}

/** What the server misses in a work, as the form says it. */
const requirementWords: Record<string, WordKey> = {
  title: 'work.need.title',
  intro: 'work.need.intro',
  categories: 'work.need.categories',
  tags: 'work.need.tags',
  coverId: 'work.need.cover',
  uploadId: 'work.need.files',
  videoUploadId: 'work.need.upload',
}

/** Changes the state of a work, with undo; every list and page that shows it follows. */
export function useWorkTransition() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function go(workId: string, to: WorkTransition): Promise<boolean> {
    const result = await resultOf(transitions[to]({ id: workId }, { quiet: true }))
    if (result.code !== FAILED) queryClient.setQueryData(['works', workId], result.data)
    else if (result.status === 422) leadToForm(workId, Object.keys(result.fields))
    else toast('error', result.message, { durationMs: toastTimes.request })
    return result.code !== FAILED
  }
  /** Where what a work lacks is filled in. */
  function leadToForm(workId: string, lacks: string[]): void {
    const words = lacks.map((field) => requirementWords[field] && t(requirementWords[field], titleLength))
    toast('error', [t('work.beforePublish'), ...words.filter(Boolean)].join(' '), { durationMs: toastTimes.action })
    void navigate(paths.editWork(workId))
  }
  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: ['works'] })
    await queryClient.invalidateQueries({ queryKey: ['draft'] })
  }
  async function undo(workId: string, moves: WorkTransition[]): Promise<void> {
    for (const one of moves) if (!(await go(workId, one))) break
    await refresh()
  }

  async function move(work: Pick<WorkCard, 'id' | 'state'>, to: WorkTransition): Promise<void> {
    setBusy(true)
    const moved = await go(work.id, to)
    setBusy(false)
    if (!moved) return
    toast('success', t(doneWords[to]) as string, {
      action: { label: t('work.undo'), act: () => void undo(work.id, undoOf(to, work)) },
    })
    await refresh()
  }

  /** Deletes a work of the trash for good. */
  async function remove(workId: string): Promise<void> {
    setBusy(true)
    const result = await resultOf(api.deleteWork({ id: workId }))
    setBusy(false)
    if (result.code === FAILED) return
    toast('success', t('work.deleteDone'))
    await refresh()
  }
  return { move, remove, busy }
}
