import { useQuery } from '@tanstack/react-query'
import type { Work } from '@toile/contracts/works/works'
import { api, ApiError } from '../../lib/api.js'

/** A work; nothing is asked for while its id is empty. */
export function useWork(id: string) {
  return useQuery({
    queryKey: ['works', id],
    queryFn: ({ signal }) => api.getWork({ id }, { signal }),
    enabled: id !== '',
  })
}

/** A work that is not there, and one that is not for this reader, look the same: also a malformed id (422). */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status)
}

/** The largest picture of the model, else its cover, and the address of its largest file; empty where there is none. */
export function posterOf(work: Work) {
  const pictures = work.cover ? [...work.previews, work.cover] : work.previews
  const image = pictures.toSorted((one, other) => other.width - one.width)[0]
  return { image, url: image?.variants.toSorted((one, other) => other.width - one.width)[0]?.url ?? '' }
}
