import { queryClient } from '../../../lib/query.js'

/** Fetches anew what the back office shows: after an action, also one that failed, since things may have changed. */
export function refetchBackstage(): void {
  void queryClient.invalidateQueries({ queryKey: ['backstage'] })
}
