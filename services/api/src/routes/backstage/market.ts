import { invalidInput, ToileError, type FieldProblem } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { marketTitleLength } from '@toile/contracts/market/market.constants'
import { lengthOf } from '@toile/contracts/texts'
import { inTransaction, type Db } from '@toile/db/client'
import { recordAudit } from '@toile/db/audit/audit'
import { findMarketItem, type MarketRow } from '@toile/db/market/market'
import {
  deleteMarketItem,
  insertMarketItem,
  marketFacts,
  showMarketItem,
  updateMarketItem,
} from '@toile/db/market/market-backstage'
import { marketTable, type BackstageMarketRow } from '@toile/db/market/market-table'
import type { User } from '@toile/db/users/users'
import { readTable } from '@toile/db/table'
import { changesOf } from '@toile/db/field-changes'
import type { ContentFact } from '../../course-audit.js'
import { marketFields } from '../../market-fields.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

interface Action {
  user: User
  fact: ContentFact
  id: string
  reason?: string | undefined
}

export function backstageMarketHandlers({ market, storage }: Context) {
  const found = async (db: Db, id: string): Promise<MarketRow> => {
    const row = await findMarketItem(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    return row
  }
  const present = async (db: Db, id: string) => market.item(db, await found(db, id), true)
  const action = (db: Db, { user, fact, id, reason }: Action, work: (trx: Db) => Promise<boolean>) =>
    inTransaction(db, async (trx) => {
      const before = await marketFacts(trx, id)
      if (!(await work(trx))) throw new ToileError('STATE_CONFLICT')
      const row = await findMarketItem(trx, id)
      if (row?.publishedAt) assertComplete(row)
      const changes = changesOf(before, await marketFacts(trx, id))
      const params = { title: String(before?.['title'] ?? '') }
      const of = { action: `market.${fact}` as const, subjectKind: 'market', subjectId: id }
      await recordAudit(trx, { actorId: user.id, ...of, params, ...changes, reason })
    })

  return {
    async listBackstageMarketItems({ db, query }) {
      const { items, total } = await readTable<BackstageMarketRow, typeof query>(db, marketTable, query)
      const cards = await market.cards(db, items)
      return { items: cards.map((card, i) => ({ ...card, updatedAt: items[i]!.updatedAt.toISOString() })), total }
    },

    async createMarketItem({ db, user, body }) {
      const id = newId()
      const fields = await marketFields(db, storage, user.id, body)
      await action(db, { user, fact: 'made', id }, (trx) => insertMarketItem(trx, id, fields).then(() => true))
      return present(db, id)
    },

    async getBackstageMarketItem({ db, params }) {
      return present(db, params.id)
    },

    async updateMarketItem({ db, user, params, body: { clear = [], ...body } }) {
      const row = await found(db, params.id)
      const fields = {
        ...(await marketFields(db, storage, user.id, body, row)),
        ...(clear.includes('intro') && { intro: '' }),
        ...(clear.includes('description') && { description: '', inline_ids: [] }),
      }
      await action(db, { user, fact: 'changed', id: row.id }, (trx) => updateMarketItem(trx, row.id, fields))
      return present(db, row.id)
    },

    async deleteMarketItem({ db, user, params, body }) {
      const { id } = await found(db, params.id)
      await action(db, { user, fact: 'deleted', id, reason: body?.reason }, (trx) => deleteMarketItem(trx, id))
    },

    async publishMarketItem({ db, user, params }) {
      const { id } = await found(db, params.id)
      await action(db, { user, fact: 'published', id }, (trx) => showMarketItem(trx, id, true))
      return present(db, id)
    },

    async withdrawMarketItem({ db, user, params, body }) {
      const { id } = await found(db, params.id)
      await action(db, { user, fact: 'withdrawn', id, reason: body?.reason }, (trx) => showMarketItem(trx, id, false))
      return present(db, id)
    },
  } satisfies Partial<Handlers>
}

function assertComplete(row: MarketRow): void {
  const problems: Record<string, FieldProblem[]> = {}
  if (lengthOf(row.title) < marketTitleLength.min)
    problems['title'] = [{ code: 'FIELD_TOO_SHORT', params: { min: marketTitleLength.min } }]
  if (row.licence === '') problems['licence'] = [{ code: 'FIELD_REQUIRED' }]
  if (row.imageIds.length === 0) problems['imageIds'] = [{ code: 'FIELD_REQUIRED' }]
  if (!row.fileId) problems['uploadId'] = [{ code: 'FIELD_REQUIRED' }]
  else if (row.formats.length === 0) problems['contents'] = [{ code: 'FIELD_REQUIRED' }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
}
