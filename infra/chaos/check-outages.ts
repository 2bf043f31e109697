import { sql } from 'kysely'
import { entriesOf } from './journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** For what answers in milliseconds, on a machine that is busy with restarts. */
const PROMPT_MS = 5_000

/** I9: a mail server or store that is away only delays: each letter comes once, nobody else waits. */
export async function checkOutages({ journal, db, letters }: Evidence): Promise<Verdict> {
  const sent = entriesOf(journal, 'letter')
  const meanwhile = entriesOf(journal, 'meanwhile')
  const verdict = emptyVerdict('I9', 'an outage only delays, one letter each', sent.length + meanwhile.length)
  // Sent again after an answer that was lost, a letter has the same id: mail programs show it once.
  const idsOf = new Map<string, Set<string>>()
  for (const { to, id } of letters) idsOf.set(to, (idsOf.get(to) ?? new Set()).add(id))
  for (const { address } of sent) if (!idsOf.has(address)) verdict.lost.push(`the letter to ${address}`)
  for (const [to, ids] of idsOf)
    if (to.startsWith('letter-') && ids.size > 1) verdict.doubled.push(`${ids.size} letters to ${to}`)
  const failed = await sql<{ id: string; state: string }>`select id, state from mails
    where address like 'letter-%' and state <> 'sent'`.execute(db)
  for (const { id, state } of failed.rows) verdict.stuck.push(`mail ${id} is ${state}`)
  for (const { fault, status, ms } of meanwhile)
    if (status !== 200 || ms > PROMPT_MS)
      verdict.stuck.push(`while ${fault}, a list was answered with ${status} after ${Math.round(ms)} ms`)
  return verdict
}
