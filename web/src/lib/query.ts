import { MutationCache, QueryClient, notifyManager, type Query } from '@tanstack/react-query'
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

/**
 * Notifies components in a task of its own. All live messages that wait already, as after a pause of the tab, come
 * before it, so they are rendered once: React throws after 50 renders in a row that leave others to do. The default
 * timer would delay each message by milliseconds.
 */
export function notifyInTasks(): void {
  const notifications: (() => void)[] = []
  const channel = new MessageChannel()
  channel.port1.onmessage = () => notifications.shift()!()
  notifyManager.setScheduler((notify) => {
    notifications.push(notify)
    channel.port2.postMessage(undefined)
  })
}

/**
 * While a query is fetched for the first time, QueryClient's invalidation waits for that fetch and does not repeat it.
 * But the fetch may have read the data before the change. So here, such queries are invalidated again after it.
 */
class Client extends QueryClient {
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
    const begun = new Set(this.getQueryCache().findAll(filters).filter(isFirst))
    await super.invalidateQueries(filters, options)
    if (begun.size > 0) await super.invalidateQueries({ ...filters, predicate: (query) => begun.has(query) }, options)
  }
}

/** The socket reports changes. So queries are refetched on mount only if invalidated or 30 s old, never on focus. */
export const queryClient: QueryClient = new Client({
  mutationCache: new MutationCache({
    onError: (error, _input, _result, { meta }) => {
      if (!meta?.showsError) showError(error)
    },
  }),
  defaultOptions: {
    // By default, a mutation that starts offline would wait unseen. In this mode, it fails at once.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // The socket refetches all active queries once it reconnects.
      refetchOnReconnect: false,
      // A request without a response or with a 5xx answer may succeed later. Most 4xx answers would be the same again.
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
