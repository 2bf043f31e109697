import { ToileError } from '@toile/contracts/errors'
import { isId } from '@toile/contracts/ids'
import { DOWNLOAD_LINK_SECONDS, MAX_DOWNLOADS_AT_ONCE } from '@toile/contracts/market/market.constants'
import type { Db } from '@toile/db/client'
import { findEntitlement } from '@toile/db/software/codes'
import { findStoredFile } from '@toile/db/files/files'
import { countDownload, findMarketItem, listMarketItems, type MarketRow } from '@toile/db/market/market'
import type { User } from '@toile/db/users/users'
import { counter } from '@toile/runtime/counter'
import { createDownloadLinks } from '@toile/runtime/download-links'
import { sendFile } from '../http/send-file.js'
import type { Context } from '../http/context.js'
import type { Handlers } from '../http/register-routes.js'

export function marketHandlers({ config, storage, market }: Context) {
  const links = createDownloadLinks(config)
  /** Counts the open downloads per user in this copy of the API. A limit applies, as slow readers hold files open. */
  const open = counter()

  const visible = async (db: Db, id: string, user: User | undefined): Promise<MarketRow> => {
    const row = await findMarketItem(db, id)
    if (!row || !(row.publishedAt || user?.group === 'admin')) throw new ToileError('NOT_FOUND')
    return row
  }
  const isAllowed = async (db: Db, row: MarketRow, user: User) =>
    row.access === 'free' || user.group === 'admin' || (await findEntitlement(db, user.id)) !== undefined

  return {
    async listMarketItems({ db, query }) {
      const page = await listMarketItems(db, query)
      return { items: await market.cards(db, page.items), nextCursor: page.nextCursor }
    },

    async getMarketItem({ db, params, user }) {
      const row = await visible(db, params.id, user)
      return market.item(db, row, user !== undefined && (await isAllowed(db, row, user)))
    },

    async downloadMarketItem({ db, params, user, request }) {
      const row = await visible(db, params.id, user)
      if (!row.fileId || !row.publishedAt) throw new ToileError('NOT_FOUND')
      // The right to download is checked only here. The link works for five minutes, unless the item is withdrawn.
      if (!(await isAllowed(db, row, user))) throw new ToileError('ENTITLEMENT_NEEDED')
      await countDownload(db, { itemId: row.id, userId: user.id })
      const expires = Math.floor(Date.now() / 1_000) + DOWNLOAD_LINK_SECONDS
      const signature = links.sign({ thing: 'market', id: row.id, userId: user.id, expires })
      const query = new URLSearchParams({ user: user.id, expires: `${expires}`, signature })
      // The link itself is not logged, because it would open the file.
      request.log.info({ itemId: row.id, userId: user.id, expires }, 'a market download link is issued')
      return {
        url: `${config.publicUrl}/market/files/${row.id}?${query}`,
        expiresAt: new Date(expires * 1_000).toISOString(),
        bytes: row.bytes ?? 0,
        filename: row.filename ?? '',
      }
    },

    async getMarketFile({ db, params, query, request, reply }) {
      const row = isId(params.id) ? await findMarketItem(db, params.id) : undefined
      const file = row?.publishedAt && row.fileId ? await findStoredFile(db, row.fileId) : undefined
      if (!file) throw new ToileError('NOT_FOUND')
      const { user: userId = '', expires = 0, signature = '' } = query
      if (!links.isGood({ thing: 'market', id: params.id, userId, expires }, signature))
        throw new ToileError('DOWNLOAD_LINK_INVALID')
      const limit = MAX_DOWNLOADS_AT_ONCE
      if (open.count(userId) >= limit)
        throw new ToileError('TOO_MANY_DOWNLOADS', { params: { limit }, retryAfterSeconds: 5 })
      reply.raw.once('close', open.add(userId))
      return sendFile(
        { request, reply, storage },
        { ...file, contentType: 'application/octet-stream' },
        {
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(row!.filename ?? 'file')}`,
        },
      )
    },
  } satisfies Partial<Handlers>
}
