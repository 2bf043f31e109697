import type { Generated } from 'kysely'
import type { CaseKind, Decision } from '@toile/contracts/moderation/moderation.constants'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'
import type { Json } from './json.js'

/** A copy of the reported content, because its author may change or delete it. Only moderators see the copy. */
export interface Evidence {
  authorId: string
  text: string
  imageId: string | null
}

interface Reports {
  id: string
  reporter_id: string
  kind: ReportKind
  subject_id: string
  reason: string
  /** Null for reports from before Toile stored evidence. */
  evidence: Json<Evidence | null>
  /** Null only for a report that the previous version of Toile wrote; the next report of the same subject sets it. */
  case_id: string | null
  /** Whether the report's case is decided. After the decision, the reporter can report the subject again. */
  decided: Generated<boolean>
  created_at: Generated<Date>
}

interface Cases {
  id: string
  kind: CaseKind
  subject_kind: ReportKind
  subject_id: string
  author_id: string | null
  /** For an appeal, the audit row of the appealed decision. For a case of reports, the audit row of its decision. */
  audit_id: string | null
  appeal: string | null
  claimed_by: string | null
  claimed_until: Date | null
  decision: Decision | null
  reason: string | null
  decided_by: string | null
  decided_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
}

export interface ModerationTables {
  reports: Reports
  cases: Cases
}
