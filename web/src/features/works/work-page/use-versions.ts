import { useQuery } from '@tanstack/react-query'
import type { Work } from '@toile/contracts/works/works'
import type { WorkVersion } from '@toile/contracts/works/works-social'
import { api } from '../../../lib/api.js'

/** More than anybody compares; older ones are not listed. */
const LIMIT = 100

/** The files that a work has shown, the present one first; nothing is asked for while its id is empty. */
export function useVersions(workId: string) {
  return useQuery({
    queryKey: ['works', workId, 'versions'],
    queryFn: ({ signal }) => api.listVersions({ id: workId, limit: LIMIT }, { signal }),
    enabled: workId !== '',
  })
}

/** The work as it was shown in that version. */
export function asVersion(work: Work, { model, previews, createdAt }: WorkVersion): Work {
  return { ...work, model, preview: null, previews, cover: null, releasedAt: createdAt }
}
