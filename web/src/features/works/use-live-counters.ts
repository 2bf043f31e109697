import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Work } from '@toile/contracts/works/works'
import { api } from '../../lib/api.js'
import { useLive, useTopic } from '../../lib/socket.js'

/** Counts a visit to a work's page, and shows what others make of the work while one looks at it. */
export function useLiveCounters(work: Work): void {
  const queryClient = useQueryClient()
  const isPublic = work.state === 'released' && work.visibility === 'public'
  useTopic(`work:${work.id}`)
  useLive('work:counters', ({ workId, likes, comments, views }) => {
    if (workId !== work.id) return
    queryClient.setQueryData<Work>(
      ['works', work.id],
      (shown) => shown && { ...shown, counters: { likes, comments, views } },
    )
  })
  useEffect(() => {
    // A visit that was not counted is nobody's trouble.
    if (isPublic) api.viewWork({ id: work.id }).catch(() => undefined)
  }, [work.id, isPublic])
}
