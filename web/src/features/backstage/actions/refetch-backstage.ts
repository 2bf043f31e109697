import { queryClient } from '../../../lib/query.js'

/** Call after every action, failed ones included, because data may have changed. */
export function refetchBackstage(): void {
  void queryClient.invalidateQueries({ queryKey: ['backstage'] })
}
