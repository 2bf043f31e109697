import type { AuditEntry } from '@toile/contracts/audit/audit'
import { undoOf } from '@toile/contracts/audit/audit.constants'
import { describeAction } from '@toile/contracts/audit/audit-words'
import type { Language } from '@toile/contracts/languages.constants'
import type { AuditRow } from '@toile/db/audit/audit'

/** A row of the audit log, with what it tells in the reader's language. */
export function auditView(row: AuditRow, language: Language): AuditEntry {
  return {
    id: row.id,
    actorId: row.actor && row.actor_id,
    actor: row.actor ?? '',
    action: row.action,
    sentence: describeAction(row, language),
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    subject: row.subject ?? '',
    // Older rows hold it beside the rest.
    reason: row.reason ?? String(row.params['reason'] ?? ''),
    params: row.params,
    before: row.before ?? {},
    after: row.after ?? {},
    undoes: row.undoes,
    undoneBy: row.undone_by,
    undoable: row.undone_by === null && undoOf(row.action) !== undefined,
    at: row.created_at.toISOString(),
  }
}
