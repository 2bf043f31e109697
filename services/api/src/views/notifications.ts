import type { Notification, Unread } from '@toile/contracts/notifications'
import type { Language } from '@toile/contracts/languages.constants'
import type { Db } from '@toile/db/client'
import { notificationView, sentView, type PictureUrl } from '@toile/db/notification-view'
import type { NotificationRow, SentRow, UnreadRow } from '@toile/db/queries/notification-rows'
import type { Links } from '@toile/runtime/links'
import { imagesById } from './present-works.js'
import { pictureUrl } from './users.js'

/** Notifications of one person as they may see them now, with their pictures. */
export async function presentNotifications(
  db: Db,
  rows: readonly NotificationRow[],
  language: Language,
  links: Links,
): Promise<Notification[]> {
  const urlOf = await pictures(
    db,
    rows.flatMap((row) => [row.cover_id, ...row.actors.map((actor) => actor.avatar_id)]),
    links,
  )
  return rows.map((row) => notificationView(row, language, urlOf))
}

/** Comments of one's own. */
export async function presentSent(
  db: Db,
  rows: readonly SentRow[],
  language: Language,
  links: Links,
): Promise<Notification[]> {
  const urlOf = await pictures(
    db,
    rows.map((row) => row.cover_id),
    links,
  )
  return rows.map((row) => sentView(row, language, urlOf))
}

export function unreadView({ notifications, comments, messages, version }: UnreadRow): Unread {
  return { notifications, comments, messages, version }
}

async function pictures(db: Db, ids: readonly (string | null)[], links: Links): Promise<PictureUrl> {
  const images = await imagesById(db, ids)
  return (id, of) => pictureUrl(images.get(id ?? ''), of, links)
}
