import { useMutation, useQueryClient, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import { api, showError } from '../../lib/api.js'
import { mapItems } from '../../lib/paged.js'
import { goToSignIn } from '../../lib/request.js'
import { useSession } from '../../lib/session.js'

interface Like {
  liked: boolean
  likes: number
}

/** The pending state is not written to the cache, because a list that was fetched meanwhile would overwrite it. */
export function useLike(work: WorkCard): Like & { press: () => void } {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const signedIn = useSession() !== undefined
  /** Counts presses, because only the answer to the last one is used. */
  const presses = useRef(0)
  const like = useMutation({
    // One after the other, also from a tile and a page of the same work: the last press must also arrive last.
    scope: { id: `like ${work.id}` },
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

function show(queryClient: QueryClient, id: string, { liked, likes }: Like): void {
  const changed = <W extends WorkCard>(work: W): W =>
    work.id === id ? { ...work, liked, counters: { ...work.counters, likes } } : work
  queryClient.setQueryData<Work>(['works', id], (work) => work && changed(work))
  queryClient.setQueriesData<Lists>(
    {
      queryKey: ['works'],
      // Writing to an inactive, invalidated list would mark the list as fresh, so that it would not be refetched.
      predicate: (query) => hasPages(query.state.data) && (query.isActive() || !query.state.isInvalidated),
    },
    (list) => list && mapItems(list, changed),
  )
}

const hasPages = (data: unknown): data is Lists => typeof data === 'object' && data !== null && 'pages' in data
