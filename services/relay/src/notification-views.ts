import type { LiveMessage } from '@toile/bus/live-stream'
import type { LiveViews } from '@toile/bus/relay'
import { notificationView } from '@toile/db/notification-view'
import { countUnread, findNotifications } from '@toile/db/notifications/notification-rows'

/** The notification as its user may see it now. Pictures are omitted, because clients get them with the API's list. */
export const newNotification: LiveViews['notification:new'] = async (db, events) => {
  const ids = events.map((event) => event.subject_id)
  const rows = new Map((await findNotifications(db, ids)).map((row) => [row.id, row]))
  const messages = new Map<string, LiveMessage>()
  for (const event of events) {
    const row = rows.get(event.subject_id)
    if (!row) continue
    // Realtime adds the text in each socket's language.
    const payload = notificationView(row, 'en')
    messages.set(event.id, { room: `user:${row.userId}`, event: 'notification:new', payload })
  }
  return messages
}

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
