import type { FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { Unread } from '@toile/contracts/notifications/notifications'
import { inTransaction, type Db } from '@toile/db/client'
import { listConversations, readConversations } from '@toile/db/messages/conversations'
import { findUnsubscribeToken } from '@toile/db/notifications/notification-mails'
import { endMails, listPreferences, setPreferences } from '@toile/db/notifications/notification-preferences'
import { countUnread, listNotifications, listSentComments } from '@toile/db/notifications/notification-rows'
import { readNotifications } from '@toile/db/notifications/notifications'
import { findProfile } from '@toile/db/users/profiles'
import { hashToken } from '@toile/runtime/one-time-tokens'
import { presentConversations, presentNotifications, presentSent, unreadView } from '../views/notifications.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

const MAX_FIELD_BYTES = 256

/** RFC 8058 lets a mail program send the unsubscribe form urlencoded or as multipart. */
async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) return (request.body ?? {}) as Record<string, unknown>
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts({ limits: { files: 0, fields: 4, fieldSize: MAX_FIELD_BYTES } }))
    if (part.type === 'field') fields[part.fieldname] = part.value
  return fields
}

export function notificationHandlers({ links }: Context) {
  const unread = async (db: Db, userId: string): Promise<Unread> => unreadView((await countUnread(db, [userId]))[0]!)
  const preferences = async (db: Db, userId: string) => ({
    items: await listPreferences(db, userId),
    emailSwitch: (await findProfile(db, userId))!.emailSwitch,
  })

  return {
    async listNotifications({ db, user, query, language }) {
      const { tab = 'notifications', limit, cursor } = query
      if (tab === 'messages') {
        const page = await listConversations(db, { userId: user.id, box: 'inbox', limit, cursor })
        return {
          items: await presentConversations(db, page.items, user.id, language, links),
          nextCursor: page.nextCursor,
        }
      }
      if (tab === 'sent') {
        const page = await listSentComments(db, { userId: user.id, limit, cursor })
        return { items: await presentSent(db, page.items, language, links), nextCursor: page.nextCursor }
      }
      const page = await listNotifications(db, { userId: user.id, tab, limit, cursor })
      return { items: await presentNotifications(db, page.items, language, links), nextCursor: page.nextCursor }
    },

    async readNotifications({ db, user, body: { ids, tab } }) {
      if (ids || tab) await readNotifications(db, user.id, { ...(ids && { ids }), ...(tab && { tab }) })
      if (ids || tab === 'messages') await readConversations(db, user.id, ids)
      return unread(db, user.id)
    },

    async unreadNotifications({ db, user }) {
      return unread(db, user.id)
    },

    async getPreferences({ db, user }) {
      return preferences(db, user.id)
    },

    async setPreferences({ db, user, body }) {
      await setPreferences(db, user.id, body.items)
      return preferences(db, user.id)
    },

    async unsubscribe({ db, query, request }) {
      const form = await fieldsOf(request)
      const token = query.token ?? form['token']
      const found = typeof token === 'string' && (await findUnsubscribeToken(db, hashToken(token)))
      if (!found) throw new ToileError('LINK_INVALID')
      await inTransaction(db, (trx) => endMails(trx, found.user_id, found.kind, query.all ?? form['all'] === 'true'))
      return { kind: found.kind }
    },
  } satisfies Partial<Handlers>
}
