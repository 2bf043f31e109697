import { sql } from 'kysely'
import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I4: each raced code is redeemed for exactly one user, who gets its days once. */
export async function checkCodes({ journal, db }: Evidence): Promise<Verdict> {
  const tries = entriesOf(journal, 'redeemed')
  const verdict = emptyVerdict('I4', 'a code is used once, by whom was told so', tries.length)
  const tried = new Set(tries.map(({ codeId }) => codeId))
  for (const { codeId, days } of entriesOf(journal, 'raced')) {
    if (!tried.has(codeId)) continue
    const { rows } = await sql<{ by: string | null; had_by: string | null; days: number; hours: number }>`
      select c.used_by as by, e.user_id as had_by, coalesce(e.days, 0) as days,
        coalesce(extract(epoch from e.ends_at - e.starts_at) / 3600, 0)::int as hours
      from s_codes c left join entitlements e on e.code_id = c.id where c.id = ${codeId}`.execute(db)
    const told = tries.filter((one) => one.codeId === codeId && one.told).map(({ by }) => by)
    if (told.length > 1) verdict.doubled.push(`${codeId}: ${told.length} were told that it is theirs`)
    if (rows.length > 1) verdict.doubled.push(`${codeId}: ${rows.length} have its days`)
    const [row] = rows
    const isHis = row && row.by === told[0] && row.had_by === told[0]
    if (told.length === 1 && !isHis) verdict.lost.push(`${codeId}: ${told[0]} was told, ${row?.by} has it`)
    if (told.length === 1 && (row?.days !== days || row.hours !== 24 * days))
      verdict.lost.push(`${codeId}: ${row?.days} days, ${row?.hours} hours, not ${days} days`)
    if (told.length === 0) verdict.stuck.push(`${codeId}: nobody was told that it is theirs, ${row?.by} has it`)
  }
  const events = await sql<{ id: string; times: number }>`select subject_id as id, count(*)::int as times from events
    where type = 'code.redeemed' group by 1 having count(*) > 1`.execute(db)
  for (const { id, times } of events.rows) verdict.doubled.push(`${id}: told of ${times} times`)
  return verdict
}
