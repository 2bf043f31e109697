import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Work } from '@toile/contracts/works/works'
import { api, ApiError } from '../../lib/api.js'
import { useLive, useTopic } from '../../lib/socket.js'

export function useWork(id: string) {
  return useQuery({
    queryKey: ['works', id],
    queryFn: ({ signal }) => api.getWork({ id }, { signal }),
    enabled: id !== '',
  })
}

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
    // If a view cannot be counted, the user need not see an error.
    if (isPublic) api.viewWork({ id: work.id }).catch(() => undefined)
  }, [work.id, isPublic])
}

/** True for 404, which missing and private works share, and for 422, the answer for a malformed id. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status)
}

/** The widest preview or cover, and the URL of its widest file. The URL is '' if there is no picture. */
export function posterOf(work: Work) {
  const pictures = work.cover ? [...work.previews, work.cover] : work.previews
  const image = pictures.toSorted((one, other) => other.width - one.width)[0]
  return { image, url: image?.variants.toSorted((one, other) => other.width - one.width)[0]?.url ?? '' }
}
