import type { Generated } from 'kysely'
import type { CaseKind, Decision } from '@toile/contracts/moderation/moderation.constants'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'
import type { Json } from './json.js'

/** What was reported, as it was then: its author may change or remove it. For moderators' eyes only. */
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
  /** Null of reports before there was any. */
  evidence: Json<Evidence | null>
  /** Null only between a version of before and its next report. */
  case_id: string | null
  /** Whether its case is: from then on the same person may report the same thing again. */
  decided: Generated<boolean>
  created_at: Generated<Date>
}

interface Cases {
  id: string
  kind: CaseKind
  subject_kind: ReportKind
  subject_id: string
  author_id: string | null
  /** Of an appeal the row of the audit that it is against, of a report what the decision did. */
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

/** What was reported, and what was decided. */
export interface ModerationTables {
  reports: Reports
  cases: Cases
}
