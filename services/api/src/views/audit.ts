import type { AuditEntry } from '@toile/contracts/audit/audit'
import { undoOf } from '@toile/contracts/audit/audit.constants'
import { describeAction } from '@toile/contracts/audit/audit-words'
import type { Language } from '@toile/contracts/languages.constants'
import type { AuditRow } from '@toile/db/audit/audit'

export function auditView(row: AuditRow, language: Language): AuditEntry {
  return {
    ...row,
    actorId: row.actor && row.actorId,
    actor: row.actor ?? '',
    sentence: describeAction(row, language),
    subject: row.subject ?? '',
    // Older rows have the reason in `params`.
    reason: row.reason ?? String(row.params['reason'] ?? ''),
    before: row.before ?? {},
    after: row.after ?? {},
    undoable: row.undoneBy === null && undoOf(row.action) !== undefined,
    at: row.at.toISOString(),
  }
}
