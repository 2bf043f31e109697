import { sql } from 'kysely'
import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I4: each code that users tried to redeem is redeemed for exactly one of them, who gets the code's days once. */
export async function checkCodes({ journal, db }: Evidence): Promise<Verdict> {
  const tries = entriesOf(journal, 'redeemed')
  const verdict = emptyVerdict('I4', 'a code is used once, by the user with the confirmation', tries.length)
  const tried = new Set(tries.map(({ codeId }) => codeId))
  for (const { codeId, days } of entriesOf(journal, 'raced')) {
    if (!tried.has(codeId)) continue
    const { rows } = await sql<{ by: string | null; had_by: string | null; days: number; hours: number }>`
      select c.used_by as by, e.user_id as had_by, coalesce(e.days, 0) as days,
        coalesce(extract(epoch from e.ends_at - e.starts_at) / 3600, 0)::int as hours
      from s_codes c left join entitlements e on e.code_id = c.id where c.id = ${codeId}`.execute(db)
    const confirmed = tries.filter((one) => one.codeId === codeId && one.confirmed).map(({ by }) => by)
    if (confirmed.length > 1) verdict.doubled.push(`${codeId}: confirmed for ${confirmed.length} users`)
    if (rows.length > 1) verdict.doubled.push(`${codeId}: ${rows.length} have its days`)
    const [row] = rows
    const isTheirs = row && row.by === confirmed[0] && row.had_by === confirmed[0]
    if (confirmed.length === 1 && !isTheirs)
      verdict.lost.push(`${codeId}: confirmed for ${confirmed[0]}, ${row?.by} has it`)
    if (confirmed.length === 1 && (row?.days !== days || row.hours !== 24 * days))
      verdict.lost.push(`${codeId}: ${row?.days} days, ${row?.hours} hours, not ${days} days`)
    if (confirmed.length === 0) verdict.stuck.push(`${codeId}: confirmed for nobody, ${row?.by} has it`)
  }
  const events = await sql<{ id: string; times: number }>`select subject_id as id, count(*)::int as times from events
    where type = 'code.redeemed' group by 1 having count(*) > 1`.execute(db)
  for (const { id, times } of events.rows) verdict.doubled.push(`${id}: announced ${times} times`)
  return verdict
}
