import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { findCode, findEntitlement, listCodes, redeemCode } from '@toile/db/software/codes'
import {
  batchTable,
  codesOfBatch,
  codeTable,
  findBatch,
  findBackstageCode,
  giveCode,
  insertBatch,
  voidCode,
  type BatchRow,
  type BackstageCodeRow,
} from '@toile/db/software/codes-backstage'
import { readTable } from '@toile/db/table'
import { csvOf } from '@toile/runtime/csv'
import { hashCode, makeCode } from '@toile/runtime/s-codes'
import { bulk } from '../../http/bulk.js'
import { batchView, codeView, entitlementView, backstageCodeView } from '../../views/codes.js'
import type { Handlers } from '../../http/register-routes.js'

export function codeHandlers() {
  return {
    async listCodes({ db, user, query }) {
      const page = await listCodes(db, { userId: user.id, limit: query.limit, cursor: query.cursor })
      const entitlement = entitlementView(await findEntitlement(db, user.id))
      return { items: page.items.map(codeView), nextCursor: page.nextCursor, entitlement }
    },

    async redeemCode({ db, user, body }) {
      const id = await redeemCode(db, user.id, wanted(body))
      const [code, entitlement] = [await findCode(db, id), await findEntitlement(db, user.id)]
      return { code: codeView(code!), entitlement: entitlementView(entitlement)! }
    },
  } satisfies Partial<Handlers>
}

/** A malformed code gets the same response as an unknown one, which hides the format. */
function wanted({ code, id }: { code?: string; id?: string }): { hash: Buffer } | { id: string } {
  if (id !== undefined) return { id }
  if (!code?.trim()) throw invalidInput({ code: [{ code: 'FIELD_REQUIRED' }] })
  const hash = hashCode(code)
  if (!hash) throw new ToileError('S_CODE_INVALID')
  return { hash }
}

export function backstageCodeHandlers() {
  const present = async (db: Db, id: string) => backstageCodeView((await findBackstageCode(db, id))!)
  return {
    async listBackstageCodes({ db, query }) {
      const { items, total } = await readTable<BackstageCodeRow, typeof query>(db, codeTable, query)
      return { items: items.map(backstageCodeView), total }
    },

    async listCodeBatches({ db, query }) {
      const { items, total } = await readTable<BatchRow, { q?: string }>(db, batchTable, query)
      return { items: items.map(batchView), total }
    },

    async createCodes({ db, user, body: { days, count, note = '' } }) {
      const codes = Array.from({ length: count }, makeCode)
      const { id, codeIds } = await insertBatch(db, { days, note, createdBy: user.id, codes })
      const rows = codes.map(({ code }, i) => ({ id: codeIds[i]!, code }))
      const csv = csvOf([['code', 'days', 'note'], ...codes.map(({ code }) => [code, days, note])])
      return { batch: batchView((await findBatch(db, id))!), codes: rows, csv }
    },

    async giveCode({ db, user, params: { id }, body: { userId } }) {
      await giveCode(db, { id, userId, actorId: user.id })
      return present(db, id)
    },

    async voidCode({ db, user, params: { id }, body: { reason } }) {
      await voidCode(db, { id, actorId: user.id, reason })
      return present(db, id)
    },

    voidCodes: (call) => bulk(call, voidCode),

    async voidBatch(call) {
      const { id } = call.params
      if (!(await findBatch(call.db, id))) throw new ToileError('NOT_FOUND')
      return bulk({ ...call, body: { ...call.body, ids: await codesOfBatch(call.db, id) } }, voidCode)
    },
  } satisfies Partial<Handlers>
}
