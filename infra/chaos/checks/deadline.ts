import { sql } from 'kysely'
import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I7: only Postgres' clock decides on entries. No phase is announced twice. Each participant gets one notification. */
export async function checkDeadline({ db, journal }: Evidence): Promise<Verdict> {
  const entered = entriesOf(journal, 'entered')
  const refused = entriesOf(journal, 'refused')
  const verdict = emptyVerdict('I7', 'deadlines follow one clock', entered.length + refused.length)
  const activityIds = [...new Set([...entered, ...refused].map(({ activityId }) => activityId))]
  const any = sql`any(${activityIds}::uuid[])`
  const { rows } = await sql<{ work_id: string; late: boolean }>`
    select work_id, submitted_at >= submission_ends_at as late from activity_submissions s
    join activities a on a.id = s.activity_id where a.id = ${any}`.execute(db)
  const there = new Set(rows.map(({ work_id: id }) => id))
  for (const { workId } of entered) if (!there.has(workId)) verdict.lost.push(`entry of ${workId}`)
  for (const { work_id: id, late } of rows) if (late) verdict.doubled.push(`${id} was entered after the deadline`)
  const ends = await sql<{
    id: string
    at: number
  }>`select id, extract(epoch from submission_ends_at)::float8 * 1000 as at
    from activities where id = ${any}`.execute(db)
  const endOf = new Map(ends.rows.map(({ id, at }) => [id, at]))
  for (const { activityId, workId, code, at } of refused)
    if (code !== 'SUBMISSION_MISSED' || (at !== null && at < endOf.get(activityId)!))
      verdict.lost.push(`${workId} was refused in time (${code})`)

  const phases = await sql<{ id: string; phase: string; times: number }>`
    select subject_id as id, params->>'phase' as phase, count(*)::int as times from events
    where type = 'activity.phase' and subject_id = ${any} group by 1, 2`.execute(db)
  for (const { id, phase, times } of phases.rows)
    if (times > 1) verdict.doubled.push(`${phase} of ${id}: ${times} times`)
  for (const id of activityIds)
    if (!phases.rows.some((row) => row.id === id && row.phase === 'reviewing'))
      verdict.lost.push(`nobody said that the works of ${id} are with the jury`)
  const notified = await sql<{ user_id: string; times: number }>`
    select r.user_id, (select count(*)::int from notifications n where n.user_id = r.user_id
      and n.subject_id = r.activity_id and n.params->>'phase' = 'reviewing') as times
    from activity_registrations r where r.activity_id = ${any}`.execute(db)
  for (const { user_id: id, times } of notified.rows) {
    if (times === 0) verdict.lost.push(`${id} was not notified`)
    if (times > 1) verdict.doubled.push(`${id} was notified ${times} times`)
  }
  return verdict
}
