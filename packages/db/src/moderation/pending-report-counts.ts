import { sql, type RawBuilder } from 'kysely'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'

/** Subquery with the columns `subject_id` and `open`, which is the number of undecided reports of the subject. */
export const openReportsOf = (kind: ReportKind): RawBuilder<unknown> =>
  sql`(select c.subject_id, count(*)::int as open from cases c join reports r on r.case_id = c.id
    where c.kind = 'report' and c.subject_kind = ${kind} and c.decided_at is null group by c.subject_id)`
