import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { ReportKind } from '@toile/contracts/moderation/reports.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import type { Evidence } from '../schema/moderation.js'

export interface NewReport {
  reporterId: string
  kind: ReportKind
  subjectId: string
  reason: string
  evidence: Evidence
}

/** Adds a report to the subject's open case or opens one. Ignores a user's further reports until the decision. */
export function insertReport(db: Db, report: NewReport) {
  return inTransaction(db, async (trx) => {
    const added = await sql`with moved as (
        insert into reports (id, reporter_id, kind, subject_id, reason, evidence)
        values (${newId()}, ${report.reporterId}, ${report.kind}, ${report.subjectId}, ${report.reason},
          ${JSON.stringify(report.evidence)}::jsonb)
        on conflict (reporter_id, kind, subject_id) where not decided do nothing returning id, 1 as attempt, 1 as version),
      ${eventOfMoved('report.made')}
      select id from moved`.execute(trx)
    if (added.rows.length > 0) await raiseCase(trx, report)
    return trx
      .selectFrom('reports')
      .select(['id', 'created_at as createdAt'])
      .where('reporter_id', '=', report.reporterId)
      .where('kind', '=', report.kind)
      .where('subject_id', '=', report.subjectId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  })
}

/** Finds or opens the subject's case. Adds the new report and any that an older Toile wrote without a case. */
async function raiseCase(trx: Db, { kind, subjectId, evidence }: NewReport): Promise<void> {
  await sql`with moved as (
      insert into cases (id, kind, subject_kind, subject_id, author_id)
      values (${newId()}, 'report', ${kind}, ${subjectId},
        (select id from users where id = ${evidence.authorId} and deleted_at is null))
      on conflict (subject_kind, subject_id) where kind = 'report' and decided_at is null
        do update set version = cases.version + 1
      returning id, 1 as attempt, version),
    gathered as (update reports set case_id = (select id from moved)
      where kind = ${kind} and subject_id = ${subjectId} and case_id is null),
    ${eventOfMoved('case.raised')} select 1`.execute(trx)
}
