import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Unread } from '@toile/contracts/notifications/notifications'
import { api } from '../../lib/api.js'
import { getToken } from '../../lib/session.js'
import { useLive } from '../../lib/socket.js'

const queryKey = ['notifications', 'unread']

/** The unread counts. They are fetched at first, on reconnect and on `resync`; live messages update them in between. */
export function useUnread(): { unread: Unread | undefined; receivedAtMs: number } {
  const client = useQueryClient()
  const isNewer = (unread: Unread) => unread.version >= (client.getQueryData<Unread>(queryKey)?.version ?? 0)
  const { data, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const response = await api.unreadNotifications(
        {},
        {
          signal,
          background: true,
        },
      )
      // A live message that overtook the response is newer, so its counts are kept.
      return isNewer(response) ? response : client.getQueryData<Unread>(queryKey)!
    },
    enabled: getToken() !== undefined,
    staleTime: Infinity,
  })
  useLive('notification:unread', (message) => {
    if (isNewer(message)) client.setQueryData(queryKey, message)
  })
  return { unread: data, receivedAtMs: dataUpdatedAt }
}

export function useSetUnread(): (unread: Unread) => void {
  const client = useQueryClient()
  return (unread) => client.setQueryData(queryKey, unread)
}
