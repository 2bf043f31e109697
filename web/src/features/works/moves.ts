import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { workRoutes } from '@toile/contracts/works'
import { call, FAILED } from '../../api.js'
import type { WordKey } from '../../i18n/index.js'
import { toast } from '../../ui/toasts.js'

export type Move = 'unpublish' | 'trash' | 'restore'

const done: Record<Move, WordKey> = {
  unpublish: 'work.unpublishDone',
  trash: 'work.trashDone',
  restore: 'work.restoreDone',
}

/** Moves a work between its states; every list and page that shows it follows. */
export function useMoveWork() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function move(workId: string, to: Move): Promise<void> {
    setBusy(true)
    const answer = await call<typeof workRoutes.trashWork>('POST', `/works/${workId}/${to}` as `/works/${string}/trash`)
    setBusy(false)
    if (answer.code === FAILED) return
    queryClient.setQueryData(['works', workId], answer.data)
    toast('success', t(done[to]) as string)
    await queryClient.invalidateQueries({ queryKey: ['works'] })
    await queryClient.invalidateQueries({ queryKey: ['draft'] })
  }
  return { move, busy }
}
