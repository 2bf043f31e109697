import type { auditRoutes } from '@toile/contracts/audit'
import { listAudit } from '@toile/db/queries/audit'
import type { HandlersOf } from '../implement.js'

export function auditHandlers(): HandlersOf<typeof auditRoutes> {
  return {
    async listAudit({ db, query: { page = 1, pageSize = 24 } }) {
      const { items, total } = await listAudit(db, { page, pageSize })
      return {
        items: items.map((row) => ({
          id: row.id,
          actorId: row.actor_id,
          actor: row.actor ?? '',
          action: row.action,
          subjectKind: row.subject_kind,
          subjectId: row.subject_id,
          params: row.params,
          at: row.created_at.toISOString(),
        })),
        total,
      }
    },
  }
}
