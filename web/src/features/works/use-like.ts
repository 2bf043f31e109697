import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work, workSocialRoutes } from '@toile/contracts/works'
import { call, FAILED, goToSignIn } from '../../api.js'
import { useSession } from '../../session.js'
import { toast } from '../../ui/toasts.js'

/** Likes a work or takes it back: at once on screen, and as the server says afterwards. A visitor is led to sign in. */
export function useLike(work: Work): () => Promise<void> {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const signedIn = useSession() !== undefined
  /** The last press counts: an answer to an earlier one changes nothing any more. */
  const presses = useRef(0)
  const show = (liked: boolean, likes: number) =>
    queryClient.setQueryData<Work>(
      ['works', work.id],
      (shown) => shown && { ...shown, liked, counters: { ...shown.counters, likes } },
    )
  return async () => {
    if (!signedIn) return goToSignIn()
    const press = ++presses.current
    const { liked, counters } = work
    show(!liked, counters.likes + (liked ? -1 : 1))
    const answer = await call<typeof workSocialRoutes.like>(
      (liked ? 'DELETE' : 'PUT') as 'PUT',
      `/works/${work.id}/like`,
      undefined,
      { quiet: true },
    )
    if (press !== presses.current) return
    if (answer.code !== FAILED) return void show(answer.data.liked, answer.data.likes)
    show(liked, counters.likes)
    if (answer.status !== 401) toast('error', t('actions.likeFailed'))
  }
}
