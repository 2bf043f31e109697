import type { NotificationMailKind } from '@toile/contracts/notifications/mails.constants'
import { MAX_DIGEST_LINES, type NotificationKind } from '@toile/contracts/notifications/notifications.constants'
import type { Db } from '@toile/db/client'
import { notificationView } from '@toile/db/notification-view'
import type { WaitingMail } from '@toile/db/notifications/mails'
import { insertUnsubscribeToken, onlyOfBlocked, stillTakesMail } from '@toile/db/notifications/notification-mails'
import { channelsFor } from '@toile/db/notifications/notification-preferences'
import { findNotifications, listDigest } from '@toile/db/notifications/notification-rows'
import { newToken } from '@toile/runtime/one-time-tokens'
import { renderDigest, renderNotification } from './render.js'
import type { Email } from './transport.js'

/** Made at sending, without what the user has read or may not see. Undefined if nothing is left or mails are off. */
export async function notificationEmail(
  db: Db,
  publicUrl: string,
  mail: WaitingMail & { kind: NotificationMailKind },
): Promise<Email | undefined> {
  const userId = mail.user_id
  if (!userId || !(await stillTakesMail(db, userId, mail.address))) return undefined
  const values = async (kind: NotificationKind | null) => ({
    publicUrl,
    unsubscribeUrl: `${publicUrl}/unsubscribe?token=${await freshToken(db, userId, kind)}`,
  })
  const envelope = { id: mail.id, kind: mail.kind, to: mail.address }
  if (mail.kind === 'notification') {
    const [row] = await findNotifications(db, [String(mail.params['notificationId'])])
    if (!row || row.readAt || !(await channelsFor(db, userId, row.kind)).email) return undefined
    if ((await onlyOfBlocked(db, [row.id])).size > 0) return undefined
    const view = notificationView(row, row.language)
    if (view.hidden) return undefined
    const about = await values(row.kind)
    return { ...envelope, ...renderNotification(view, row.language, about), unsubscribeUrl: about.unsubscribeUrl }
  }
  const rows = await listDigest(db, mail.id, MAX_DIGEST_LINES + 1)
  const language = rows[0]?.language ?? 'en'
  const unwanted = await onlyOfBlocked(
    db,
    rows.map(({ id }) => id),
  )
  const wanted = rows.filter(({ id }) => !unwanted.has(id))
  const views = wanted.map((row) => notificationView(row, language)).filter(({ hidden }) => !hidden)
  if (views.length === 0) return undefined
  const about = await values(null)
  const shown = views.slice(0, MAX_DIGEST_LINES)
  const laidOut = renderDigest(shown, views.length > shown.length, language, about)
  return { ...envelope, ...laidOut, unsubscribeUrl: about.unsubscribeUrl }
}

/** A new unsubscribe token; only its hash is stored. */
async function freshToken(db: Db, userId: string, kind: NotificationKind | null): Promise<string> {
  const { token, hash } = newToken()
  await insertUnsubscribeToken(db, hash, userId, kind)
  return token
}
