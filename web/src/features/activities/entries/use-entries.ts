import { useQuery } from '@tanstack/react-query'
import type { Activity } from '@toile/contracts/activities/activities'
import type { entryLists } from '@toile/contracts/activities/activity-entries'
import { api } from '../../../lib/api.js'
import { usePaged } from '../../../lib/paged.js'
import { activityKey } from '../use-activity.js'

export function useEntries({ id }: Activity, list: (typeof entryLists)[number], limit = 24) {
  const query = usePaged([...activityKey(id), 'works', list], (cursor, options) =>
    api.listEntries({ id, list, limit, cursor }, options),
  )
  return { query, entries: query.data?.pages.flatMap((page) => page.items) }
}

export function useWholeEntry(activityId: string, workId: string) {
  return useQuery({
    queryKey: [...activityKey(activityId), 'works', 'whole', workId],
    queryFn: ({ signal }) => api.getEntry({ id: activityId, workId }, { signal }),
  })
}
