import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import type { ReportKind } from '@toile/contracts/reports.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

export interface NewReport {
  reporterId: string
  kind: ReportKind
  subjectId: string
  reason: string
}

/** Keeps a report; a second one of the same thing by the same person is the first. */
export function insertReport(db: Db, report: NewReport): Promise<{ id: string; created_at: Date }> {
  return inTransaction(db, async (trx) => {
    await sql`with moved as (
        insert into reports (id, reporter_id, kind, subject_id, reason)
        values (${newId()}, ${report.reporterId}, ${report.kind}, ${report.subjectId}, ${report.reason})
        on conflict do nothing returning id, 1 as attempt, 1 as version),
      ${eventOfMoved('report.made')}
      select id from moved`.execute(trx)
    return trx
      .selectFrom('reports')
      .select(['id', 'created_at'])
      .where('reporter_id', '=', report.reporterId)
      .where('kind', '=', report.kind)
      .where('subject_id', '=', report.subjectId)
      .executeTakeFirstOrThrow()
  })
}
