import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work, WorkCard, workSocialRoutes } from '@toile/contracts/works'
import { call, FAILED, goToSignIn } from '../../api.js'
import { useSession } from '../../session.js'
import { toast } from '../../ui/toasts.js'

/** Likes a work or takes it back: at once on screen, and as the server says afterwards. A visitor is led to sign in. */
export function useLike(work: WorkCard): () => Promise<void> {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const signedIn = useSession() !== undefined
  /** The last press counts: an answer to an earlier one changes nothing any more. */
  const presses = useRef(0)
  return async () => {
    if (!signedIn) return goToSignIn()
    const press = ++presses.current
    const { id, liked, counters } = work
    show(queryClient, id, !liked, counters.likes + (liked ? -1 : 1))
    const answer = await call<typeof workSocialRoutes.like>(
      (liked ? 'DELETE' : 'PUT') as 'PUT',
      `/works/${id}/like`,
      undefined,
      { quiet: true },
    )
    if (press !== presses.current) return
    if (answer.code !== FAILED) return show(queryClient, id, answer.data.liked, answer.data.likes)
    show(queryClient, id, liked, counters.likes)
    if (answer.status !== 401) toast('error', t('likes.failed'))
  }
}

type Lists = InfiniteData<{ items: WorkCard[] }>

/** On the work's own page, and on its tile in every list. */
function show(queryClient: QueryClient, id: string, liked: boolean, likes: number): void {
  const changed = <W extends WorkCard>(work: W): W =>
    work.id === id ? { ...work, liked, counters: { ...work.counters, likes } } : work
  queryClient.setQueryData<Work>(['works', id], (work) => work && changed(work))
  queryClient.setQueriesData<Lists>(
    {
      queryKey: ['works'],
      // Writing into a list that is to be fetched anew, once it is shown, would count as having fetched it.
      predicate: (query) => hasPages(query.state.data) && (query.isActive() || !query.state.isInvalidated),
    },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(changed) })) },
  )
}

const hasPages = (data: unknown): data is Lists => typeof data === 'object' && data !== null && 'pages' in data
