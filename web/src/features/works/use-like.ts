import { useMutation, useQueryClient, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import { api, showError } from '../../lib/api.js'
import { goToSignIn } from '../../lib/request.js'
import { useSession } from '../../lib/session.js'

interface Like {
  liked: boolean
  likes: number
}

/**
 * Likes a work or takes it back: at once where it was pressed, everywhere when the server has answered, and as before
 * where it fails. A visitor is led to sign in. What was pressed is kept apart until then: a list that is fetched meanwhile
 * says what was true before.
 */
export function useLike(work: WorkCard): Like & { press: () => void } {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const signedIn = useSession() !== undefined
  /** The last press counts: an answer to an earlier one changes nothing any more. */
  const presses = useRef(0)
  const like = useMutation({
    mutationFn: (to: Like) => (to.liked ? api.like : api.unlike)({ id: work.id }),
    meta: { showsError: true },
    onMutate: () => ++presses.current,
    onSuccess: (result, _, press) => press === presses.current && show(queryClient, work.id, result),
    onError: (error, _, press) => press === presses.current && showError(error, t('likes.failed')),
    onSettled(_result, _error, _to, press) {
      const isLate = (query: Query) => query.state.fetchStatus === 'fetching'
      if (press === presses.current) void queryClient.invalidateQueries({ queryKey: ['works'], predicate: isLate })
    },
  })
  const { liked, likes } = like.isPending ? like.variables : { liked: work.liked, likes: work.counters.likes }
  const press = () => (signedIn ? like.mutate({ liked: !liked, likes: likes + (liked ? -1 : 1) }) : void goToSignIn())
  return { liked, likes, press }
}

type Lists = InfiniteData<{ items: WorkCard[] }>

/** On the work's own page, and on its tile in every list. */
function show(queryClient: QueryClient, id: string, { liked, likes }: Like): void {
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
