import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { WorkCard } from '@toile/contracts/works/works'
import { titleLength } from '@toile/contracts/works/works.constants'
import { api, ApiError, showError } from '../../lib/api.js'
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

/** The transitions that undo `move`. `state` is the work's state before `move`. */
function undoOf(move: WorkTransition, { state }: Pick<WorkCard, 'state'>): WorkTransition[] {
  if (move === 'trash') return state === 'released' ? ['restore', 'publish'] : ['restore']
  return { unpublish: ['publish' as const], restore: ['trash' as const], publish: ['unpublish' as const] }[move]
}

const requirementWords: Record<string, WordKey> = {
  title: 'work.need.title',
  intro: 'work.need.intro',
  categories: 'work.need.categories',
  tags: 'work.need.tags',
  coverId: 'work.need.cover',
  uploadId: 'work.need.files',
  videoUploadId: 'work.need.upload',
}

/** `move` changes the state of a work and offers to undo the change. `remove` deletes a trashed work permanently. */
export function useWorkTransition() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const change = useMutation({
    async mutationFn({ workId, moves }: { workId: string; moves: WorkTransition[]; undo?: WorkTransition[] }) {
      for (const move of moves) queryClient.setQueryData(['works', workId], await transitions[move]({ id: workId }))
    },
    meta: { showsError: true },
    onSuccess(_, { workId, moves: [move], undo }): void {
      if (!move || !undo) return
      toast('success', t(doneWords[move]) as string, {
        action: { label: t('common.undo'), act: () => change.mutate({ workId, moves: undo }) },
      })
    },
    onError(error, { workId }) {
      if (error instanceof ApiError && error.status === 422) leadToForm(workId, Object.keys(error.fields))
      else showError(error)
    },
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: (workId: string) => api.deleteWork({ id: workId }),
    onSuccess() {
      toast('success', t('work.deleteDone'))
      refresh()
    },
  })
  function leadToForm(workId: string, lacks: string[]): void {
    const words = lacks.map((field) => requirementWords[field] && t(requirementWords[field], titleLength))
    toast('error', [t('work.beforePublish'), ...words.filter(Boolean)].join(' '), { durationMs: toastTimes.action })
    void navigate(paths.editWork(workId))
  }
  function refresh(): void {
    void queryClient.invalidateQueries({ queryKey: ['works'] })
    void queryClient.invalidateQueries({ queryKey: ['draft'] })
  }
  return {
    move: (work: Pick<WorkCard, 'id' | 'state'>, to: WorkTransition) =>
      change.mutate({ workId: work.id, moves: [to], undo: undoOf(to, work) }),
    remove: remove.mutate,
    busy: change.isPending || remove.isPending,
  }
}
