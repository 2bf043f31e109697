import type { Generated } from 'kysely'
import type { CaseKind, Decision } from '@toile/contracts/moderation/moderation.constants'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'
import type { Json } from './json.js'

/** A copy from the time of the report, because the author may change or delete the content. Only moderators see it. */
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
  /** Whether the report's case is decided; its reporter can then report the subject again. */
  decided: Generated<boolean>
  created_at: Generated<Date>
}

interface Cases {
  id: string
  kind: CaseKind
  subject_kind: ReportKind
  subject_id: string
  author_id: string | null
  /** For an appeal, the audit row of the appealed decision; for a report, that of the decision on the case. */
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
