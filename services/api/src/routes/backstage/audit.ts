import { findAction, listAudit } from '@toile/db/audit/audit'
import { undoAction } from '@toile/db/audit/undo'
import { auditView } from '../../views/audit.js'
import { requiredText } from '../../required-text.js'
import { MAX_REASON_LENGTH } from '@toile/contracts/backstage/tables.constants'
import type { Handlers } from '../../http/register-routes.js'

export function auditHandlers() {
  return {
    async listAudit({ db, query, language }) {
      const { items, total } = await listAudit(db, { ...query, language })
      return { items: items.map((row) => auditView(row, language)), total }
    },

    async undoAction({ db, user, params: { id }, body, language }) {
      await undoAction(db, {
        auditId: id,
        actorId: user.id,
        reason: requiredText('reason', body.reason, MAX_REASON_LENGTH),
      })
      return auditView((await findAction(db, id))!, language)
    },
  } satisfies Partial<Handlers>
}
