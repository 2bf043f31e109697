import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Notification, Unread } from '@toile/contracts/notifications/notifications'
import { api } from '../../lib/api.js'
import { mapItems, usePaged } from '../../lib/paged.js'
import { useSetUnread, useUnread } from './use-unread.js'

export type ListTab = 'notifications' | 'comments' | 'sent'
type Page = { items: Notification[]; nextCursor: string | null }

/** New notifications are only counted until the list is refetched, so that no row moves. */
export function useNotifications(tab: ListTab) {
  const client = useQueryClient()
  const setUnread = useSetUnread()
  const { unread } = useUnread()
  const queryKey = ['notifications', 'list', tab]
  const list = usePaged(queryKey, (cursor, options) => api.listNotifications({ tab, cursor }, options), {
    staleTime: 0,
  })
  const now = tab === 'sent' ? 0 : unread?.[tab]
  const { arrived, settle } = useNewCount(now, list.dataUpdatedAt, () => void list.refetch())

  const markRead = (fits: (item: Notification) => boolean) =>
    client.setQueryData<InfiniteData<Page>>(
      queryKey,
      (data) => data && mapItems(data, (item) => (fits(item) ? { ...item, read: true } : item)),
    )
  const showUnread = (now: Unread) => {
    setUnread(now)
    if (tab !== 'sent') settle(now[tab])
  }
  /** Marks a notification as read at once. If the call fails, the mark stays until the list is refetched. */
  const read = useMutation({
    mutationFn: ({ id }: Notification) => api.readNotifications({ ids: [id] }),
    meta: { showsError: true },
    onMutate: (item) => void markRead(({ id }) => id === item.id),
    onSuccess: showUnread,
  })
  const readAll = useMutation({
    mutationFn: () => api.readNotifications({ tab }),
    onSuccess(now) {
      showUnread(now)
      markRead(() => true)
    },
  })
  return {
    list,
    /** The items without duplicates. A notification that moves up while pages load may be on two pages. */
    items: list.data && unique(list.data.pages.flatMap((page) => page.items)),
    arrived,
    unread: now ?? 0,
    read,
    readAll,
  }
}

/**
 * Counts the notifications that arrived since the list was fetched. Refetches the list when the unread count drops,
 * because some notifications were then read elsewhere.
 */
function useNewCount(now: number | undefined, fetchedAt: number, refetch: () => void) {
  const base = useRef<{ count: number; fetchedAt: number }>(undefined)
  const readElsewhere = useEffectEvent(refetch)
  useEffect(() => {
    if (now === undefined || fetchedAt === 0) return
    const known = base.current
    if (known?.fetchedAt !== fetchedAt) base.current = { count: now, fetchedAt }
    else if (now < known.count) {
      base.current = { count: now, fetchedAt }
      readElsewhere()
    }
  }, [now, fetchedAt])
  const known = base.current
  const isCurrent = known !== undefined && known.fetchedAt === fetchedAt
  return {
    arrived: isCurrent && now !== undefined ? Math.max(0, now - known.count) : 0,
    settle: (count: number) => void (base.current = { count, fetchedAt }),
  }
}

function unique(items: Notification[]): Notification[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
