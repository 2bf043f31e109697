import type { LiveViews } from '@toile/bus/relay'
import { notificationView } from '@toile/db/notification-view'
import { countUnread, findNotifications } from '@toile/db/notifications/notification-rows'
import { perRow } from './per-row.js'

/** The notification as its user may see it now. Pictures are omitted, because clients get them with the API's list. */
export const newNotification = perRow(findNotifications, (row) => ({
  room: `user:${row.userId}`,
  event: 'notification:new',
  // Realtime replaces the English text with one in each socket's language.
  payload: notificationView(row, 'en'),
}))

/** One message per user and batch, under the id of the user's last event in the batch. */
export const unreadCounts: LiveViews['notification:unread'] = async (db, events) => {
  const last = new Map(events.map((event) => [event.subject_id, event.id]))
  const counts = await countUnread(db, [...last.keys()])
  return new Map(
    counts.map(({ userId, ...payload }) => [
      last.get(userId)!,
      { room: `user:${userId}`, event: 'notification:unread', payload },
    ]),
  )
}
