import { MutationCache, QueryClient, notifyManager } from '@tanstack/react-query'
import { ApiError, showError } from './api.js'
import { getToken, onSessionChange } from './session.js'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the failure itself, so no toast is needed. */
      showsError?: boolean
    }
  }
}

const MAX_RETRIES = 2

// Notifies components in a microtask, because the default timer delays each live message by a millisecond.
notifyManager.setScheduler(queueMicrotask)

/** The socket reports changes. So queries are not refetched on focus, and on mount only if they are older than 30 s. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { meta }) => {
      if (!meta?.showsError) showError(error)
    },
  }),
  defaultOptions: {
    // A mutation while offline fails at once instead of waiting unseen.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // The socket refetches all active queries once it reconnects.
      refetchOnReconnect: false,
      // Requests without a response and 5xx errors are retried. A request with a 4xx answer would be refused again.
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
    },
  },
})

function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Clears the cache when the session changes, because the next user must not see the previous user's data. */
export function forgetWithSession(): void {
  let token = getToken()
  onSessionChange(() => {
    if (token === getToken()) return
    token = getToken()
    queryClient.clear()
  })
}
