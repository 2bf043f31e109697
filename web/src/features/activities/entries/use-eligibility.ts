import { useQuery } from '@tanstack/react-query'
import type { Activity } from '@toile/contracts/activities/activities'
import { api } from '../../../lib/api.js'
import { activityKey } from '../use-activity.js'

export function useEligibility({ id, phase, mine }: Activity) {
  return useQuery({
    queryKey: [...activityKey(id), 'eligibility', phase],
    queryFn: ({ signal }) => api.getEligibility({ id }, { signal }),
    enabled: mine !== null,
    staleTime: 0,
  })
}
