import type { Notification, Unread } from '@toile/contracts/notifications/notifications'
import type { Language } from '@toile/contracts/languages.constants'
import type { Db } from '@toile/db/client'
import { notificationText } from '@toile/contracts/notifications/notification-words'
import { notificationView, sentView, type PictureUrl } from '@toile/db/notification-view'
import type { ConversationRow } from '@toile/db/messages/conversations'
import type { NotificationRow, SentRow, UnreadRow } from '@toile/db/notifications/notification-rows'
import type { Links } from '@toile/runtime/links'
import { conversationViews } from './conversations.js'
import { imagesById } from './present-works.js'
import { pictureUrl } from './users.js'

export async function presentNotifications(
  db: Db,
  rows: readonly NotificationRow[],
  language: Language,
  links: Links,
): Promise<Notification[]> {
  const urlOf = await pictures(
    db,
    rows.flatMap((row) => [row.coverId, ...row.actors.map((actor) => actor.avatarId)]),
    links,
  )
  return rows.map((row) => notificationView(row, language, urlOf))
}

export async function presentSent(
  db: Db,
  rows: readonly SentRow[],
  language: Language,
  links: Links,
): Promise<Notification[]> {
  const urlOf = await pictures(
    db,
    rows.map((row) => row.coverId),
    links,
  )
  return rows.map((row) => sentView(row, language, urlOf))
}

export async function presentConversations(
  db: Db,
  rows: readonly ConversationRow[],
  readerId: string,
  language: Language,
  links: Links,
): Promise<Notification[]> {
  const views = await conversationViews(db, rows, readerId, links)
  return views.flatMap(({ conversationWith, person, work, unread, lastSeq, lastMessage }, i) => {
    if (!rows[i]!.hasReply) return []
    const content = {
      kind: 'message' as const,
      // Messages about a work come from moderators, who stay anonymous.
      actors: rows[i]!.kind === 'moderation' ? [] : [person],
      people: 1,
      title: work?.title ?? '',
      excerpt: lastMessage && !lastMessage.mine ? lastMessage.body : '',
      params: {},
      hidden: false,
    }
    return [
      {
        ...content,
        ...notificationText(content, language),
        actors: person ? [person] : [],
        id: rows[i]!.id,
        tab: 'messages' as const,
        subject: { kind: work ? ('work' as const) : ('user' as const), id: conversationWith },
        path: `/admin/notification?tab=messages&with=${conversationWith}`,
        pictureUrl: null,
        read: unread === 0,
        version: lastSeq,
        at: rows[i]!.lastAt.toISOString(),
      },
    ]
  })
}

export function unreadView({ notifications, comments, messages, version }: UnreadRow): Unread {
  return { notifications, comments, messages, version }
}

async function pictures(db: Db, ids: readonly (string | null)[], links: Links): Promise<PictureUrl> {
  const images = await imagesById(db, ids)
  return (id, of) => pictureUrl(images.get(id ?? ''), of, links)
}
