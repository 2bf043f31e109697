import { MutationCache, QueryClient, notifyManager } from '@tanstack/react-query'
import { ApiError, showError } from './api.js'
import { getToken, onSessionChange } from './session.js'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the failure itself: no toast. */
      showsError?: boolean
    }
  }
}

const MAX_RETRIES = 2

// At once when it changed, not in a timer's turn: that is a millisecond of each live message (docs/performance.md).
notifyManager.setScheduler(queueMicrotask)

/** The one cache of server state. The socket says when something changed, so nothing is fetched again by focus or age. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { meta }) => {
      if (!meta?.showsError) showError(error)
    },
  }),
  defaultOptions: {
    // A press while offline is answered at once: nothing waits unseen.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // The socket's reconnect does this, once.
      refetchOnReconnect: false,
      // What the server refused stays refused; what never arrived may arrive the next time.
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
    },
  },
})

function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Forgets everything when the session changes: what one person was shown is not for the next one on this device. */
export function forgetWithSession(): void {
  let token = getToken()
  onSessionChange(() => {
    if (token === getToken()) return
    token = getToken()
    queryClient.clear()
  })
}
