import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { blocksBetween } from '@toile/db/users/blocks'
import {
  acceptConversation,
  countRequests,
  findConversation,
  ignoreConversation,
  listConversations,
  readConversation,
  type ConversationRow,
} from '@toile/db/messages/conversations'
import { findMessages, findModeration, listMessages } from '@toile/db/messages/messages'
import { sendMessage, sendModeration } from '@toile/db/messages/messages-sent'
import { findUser } from '@toile/db/users/users'
import type { FastifyRequest } from 'fastify'
import { conversationViews, linkedMessage, noConversation } from '../views/conversations.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function messageHandlers({ links }: Context) {
  const own = async (db: Db, userId: string, withId: string): Promise<ConversationRow> => {
    const row = await findConversation(db, userId, withId)
    if (!row) throw new ToileError('NOT_FOUND')
    return row
  }
  const view = async (db: Db, userId: string, withId: string) =>
    (await conversationViews(db, [await own(db, userId, withId)], userId, links))[0]!
  const messages = async (
    db: Db,
    conversationId: string | undefined,
    { limit, cursor, after }: { limit: number; cursor?: string; after?: number },
    readerId: string,
    withId: string,
  ) => {
    const page = await listMessages(db, { conversationId: conversationId ?? null, limit, cursor, after })
    return { ...page, items: page.items.map((message) => linkedMessage(message, readerId, withId, links)) }
  }
  const sent = async (db: Db, id: string, readerId: string, withId: string) =>
    linkedMessage((await findMessages(db, [id]))[0]!, readerId, withId, links)

  return {
    async listConversations({ db, user, query }) {
      const { box = 'inbox', limit, cursor } = query
      const page = await listConversations(db, { userId: user.id, box, limit, cursor })
      return {
        items: await conversationViews(db, page.items, user.id, links),
        nextCursor: page.nextCursor,
        requests: await countRequests(db, user.id),
      }
    },

    async listMessages({ db, user, params: { userId: withId }, query }) {
      const row = await findConversation(db, user.id, withId)
      const page = await messages(db, row?.id, query, user.id, withId)
      if (row) return { ...page, conversation: (await conversationViews(db, [row], user.id, links))[0]! }
      const other = withId === user.id ? undefined : await findUser(db, withId)
      if (!other) throw new ToileError('NOT_FOUND')
      const blocks = await blocksBetween(db, user.id, withId)
      return { ...page, conversation: await noConversation(db, other, blocks, links) }
    },

    async sendMessage({ db, user, params: { userId: withId }, body: { body = '', imageId }, request }) {
      if (body === '' && imageId === undefined) throw invalidInput({ body: [{ code: 'FIELD_REQUIRED' }] })
      const id = await sendMessage(db, withId, { senderId: user.id, body, imageId, key: keyOf(request) })
      return sent(db, id, user.id, withId)
    },

    async readConversation({ db, user, params, body }) {
      const row = await own(db, user.id, params.userId)
      await readConversation(db, user.id, row.id, body?.seq ?? row.lastSeq)
    },

    async acceptConversation({ db, user, params }) {
      const row = await own(db, user.id, params.userId)
      await acceptConversation(db, user.id, row.id)
      return view(db, user.id, params.userId)
    },

    async ignoreConversation({ db, user, params }) {
      const row = await own(db, user.id, params.userId)
      await ignoreConversation(db, user.id, row.id)
    },

    async listModeration({ db, user, params, query }) {
      return messages(db, await findModeration(db, params.id), query, user.id, params.id)
    },

    async sendModeration({ db, user, params, body: { body }, request }) {
      const message = { senderId: user.id, body, key: keyOf(request) }
      const id = await sendModeration(db, params.id, message)
      if (!id) throw new ToileError('NOT_FOUND')
      return sent(db, id, user.id, params.id)
    },
  } satisfies Partial<Handlers>
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}
