import { useQuery } from '@tanstack/react-query'
import type { Work } from '@toile/contracts/works/works'
import type { WorkVersion } from '@toile/contracts/works/works-social'
import { api } from '../../../lib/api.js'

/** This is more than users need for comparisons. Older versions are not listed. */
const LIMIT = 100

/** The versions of a work, the current one first. */
export function useVersions(workId: string) {
  return useQuery({
    queryKey: ['works', workId, 'versions'],
    queryFn: ({ signal }) => api.listVersions({ id: workId, limit: LIMIT }, { signal }),
    enabled: workId !== '',
  })
}

export function asVersion(work: Work, { model, previews, createdAt }: WorkVersion): Work {
  return { ...work, model, preview: null, previews, cover: null, releasedAt: createdAt }
}
