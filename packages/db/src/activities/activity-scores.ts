import { sql } from 'kysely'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Criterion, Scores } from '@toile/contracts/activities/activities'
import { inTransaction, type Db } from '../client.js'
import { assertPhase, lockActivity, isEntryVisible } from './activities.js'

/** @throws ToileError NOT_A_JUROR, NOT_FOUND, ENTRY_DISQUALIFIED, INVALID_INPUT (criteria), errors of assertPhase() */
export async function scoreWork(
  db: Db,
  { activityId, workId, jurorId, scores }: { activityId: string; workId: string; jurorId: string; scores: Scores },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockActivity(trx, activityId)
    const { rows } = await sql<{ juror: boolean; criteria: Criterion[] }>`
      select criteria, exists (select 1 from activity_jurors j where j.activity_id = a.id and j.user_id = ${jurorId}) as juror
      from activities a where id = ${activityId}`.execute(trx)
    if (!rows[0]!.juror) throw new ToileError('NOT_A_JUROR')
    const entry = await sql<{ id: string; own: boolean; disqualified: boolean }>`
      select s.id, w.owner_id = ${jurorId} as own, disqualified_at is not null as disqualified
      from activity_submissions s join works w on w.id = s.work_id
      where s.activity_id = ${activityId} and s.work_id = ${workId} and ${isEntryVisible} for key share of s`.execute(
      trx,
    )
    if (!entry.rows[0]) throw new ToileError('NOT_FOUND')
    // Unreachable as long as jurors cannot enter works. A second safeguard against jurors who score their own work.
    if (entry.rows[0].own) throw new ToileError('NOT_A_JUROR')
    if (entry.rows[0].disqualified) throw new ToileError('ENTRY_DISQUALIFIED')
    const asked = rows[0]!.criteria.map(({ id }) => id).sort()
    if (Object.keys(scores).sort().join() !== asked.join()) throw invalidInput({ scores: [{ code: 'FIELD_REQUIRED' }] })
    await assertPhase(trx, activityId, 'score')
    await sql`insert into activity_scores (submission_id, juror_id, scores)
      values (${entry.rows[0].id}, ${jurorId}, ${JSON.stringify(scores)}::jsonb)
      on conflict (submission_id, juror_id) do update set scores = excluded.scores, updated_at = now()`.execute(trx)
  })
}

export type JudgedRow = Awaited<ReturnType<typeof judgedWorks>>[number]

/** Entries that are not disqualified and whose works are neither trashed nor hidden, with the entries' scores. */
export function judgedWorks(db: Db, activityId: string) {
  return db
    .selectFrom('activity_submissions as s')
    .innerJoin('works as w', 'w.id', 's.work_id')
    .innerJoin('work_versions as v', 'v.id', 's.version_id')
    .select(['s.id', 's.work_id as workId', 'w.owner_id as ownerId', 'v.title', 's.submitted_at as submittedAt'])
    .select(
      sql<
        Scores[]
      >`(select coalesce(jsonb_agg(c.scores), '[]') from activity_scores c where c.submission_id = s.id)`.as('scores'),
    )
    .where('s.activity_id', '=', activityId)
    .where('s.disqualified_at', 'is', null)
    .where(isEntryVisible)
    .execute()
}
