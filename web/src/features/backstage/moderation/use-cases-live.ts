import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../../lib/socket.js'

/** Fetches cases anew when one of them was reported, taken, given back or decided, by whomever. */
export function useCasesLive(): void {
  const queryClient = useQueryClient()
  useLive('case:changed', () => {
    for (const name of ['cases', 'case', 'open-cases'])
      void queryClient.invalidateQueries({ queryKey: ['backstage', name] })
  })
}
