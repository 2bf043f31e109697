import { queryClient } from '../../../lib/query.js'

/** Call this after every action, even after a failed one, because the data may have changed. */
export function refetchBackstage(): void {
  void queryClient.invalidateQueries({ queryKey: ['backstage'] })
}
