import { auditTable, findAction, type AuditRow } from '@toile/db/audit/audit'
import { undoAction } from '@toile/db/audit/undo'
import { readTable, type TableFilter } from '@toile/db/table'
import { auditView } from '../../views/audit.js'
import type { Handlers } from '../../http/register-routes.js'

export function auditHandlers() {
  return {
    async listAudit({ db, query, language }) {
      const filter = { ...query, language }
      const { items, total } = await readTable<AuditRow, TableFilter<'audit'>>(db, auditTable, filter)
      return { items: items.map((row) => auditView(row, language)), total }
    },

    async undoAction({ db, user, params: { id }, body, language }) {
      await undoAction(db, { auditId: id, actorId: user.id, reason: body.reason })
      return auditView((await findAction(db, id))!, language)
    },
  } satisfies Partial<Handlers>
}
