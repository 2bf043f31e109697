import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { notificationRoutes, Unread } from '@toile/contracts/notifications/notifications'
import { ask } from '../../lib/api.js'
import { getToken } from '../../lib/session.js'
import { useLive } from '../../lib/socket.js'

const queryKey = ['notifications', 'unread']

/** What a person has unread: fetched at first, on reconnect and on resync, told by messages in between. */
export function useUnread(): { unread: Unread | undefined; heardAtMs: number } {
  const client = useQueryClient()
  const isNewer = (unread: Unread) => unread.version >= (client.getQueryData<Unread>(queryKey)?.version ?? 0)
  const { data, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await ask<typeof notificationRoutes.unreadNotifications>(
        'GET',
        '/notifications/unread',
        undefined,
        { signal, background: true },
      )
      // A message may have overtaken the answer.
      return isNewer(answer) ? answer : client.getQueryData<Unread>(queryKey)!
    },
    enabled: getToken() !== undefined,
    staleTime: Infinity,
  })
  useLive('notification:unread', (message) => {
    if (isNewer(message)) client.setQueryData(queryKey, message)
  })
  return { unread: data, heardAtMs: dataUpdatedAt }
}

/** Keeps the counts that a call answered with. */
export function useKeepUnread(): (unread: Unread) => void {
  const client = useQueryClient()
  return (unread) => client.setQueryData(queryKey, unread)
}
