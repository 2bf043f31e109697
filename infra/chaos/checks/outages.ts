import { sql } from 'kysely'
import { SOCIAL_TIMEOUT_SECONDS } from '@toile/contracts/sessions/social.constants'
import type { Db } from '@toile/db/client'
import { entriesOf, type EntryOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** Limit for responses that take milliseconds when the machine is not busy with restarts. */
const PROMPT_MS = 5_000
const ANSWER_MS = SOCIAL_TIMEOUT_SECONDS * 1_000 + PROMPT_MS
/** Answers that are allowed during an outage of the provider. A slow provider may still answer in time. */
const allowed = ['200 ', '503 SOCIAL_UNAVAILABLE', '504 REQUEST_TIMEOUT']

/** I9: an outage of mail, store or sign-in only delays work. It makes no second mail or account. Answers are timely. */
export async function checkOutages({ journal, db, letters }: Evidence): Promise<Verdict> {
  const sent = entriesOf(journal, 'letter')
  const meanwhile = entriesOf(journal, 'meanwhile')
  const signedIn = entriesOf(journal, 'signedIn')
  const returning = entriesOf(journal, 'onTheWayBack')
  const operations = sent.length + meanwhile.length + signedIn.length + returning.length
  const verdict = emptyVerdict('I9', 'an outage only delays, one letter and one account each', operations)
  // A retry keeps the Message-ID, so that mail programs show the mail once. Only different ids count as duplicates.
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
  for (const { fault, status, code, ms } of returning)
    if (!allowed.includes(`${status} ${code}`) || ms > ANSWER_MS)
      verdict.stuck.push(`while ${fault}, a sign-in was answered with ${status} ${code} after ${Math.round(ms)} ms`)
  const { lost, doubled } = await wrongAccounts(db, signedIn)
  verdict.lost.push(...lost)
  verdict.doubled.push(...doubled)
  return verdict
}

async function wrongAccounts(db: Db, signedIn: EntryOf<'signedIn'>[]): Promise<Pick<Verdict, 'lost' | 'doubled'>> {
  const { rows } = await sql<{ subject: string; user_id: string }>`
    select subject, user_id from identities where provider = 'google' and subject like 'guest-%'`.execute(db)
  const owners = new Map(rows.map(({ subject, user_id: userId }) => [subject, userId]))
  const lost = signedIn
    .filter(({ subject, userId }) => owners.get(subject) !== userId)
    .map(({ subject, userId }) => `${subject} was let in as ${userId}, and is ${owners.get(subject) ?? 'nobody'}`)
  // A first account has the subject as its username. A second account of the same person would have a suffix.
  const accounts = await sql<{ username: string }>`select username from users u where username like 'guest-%'
    and not exists (select 1 from identities where user_id = u.id and subject = u.username)`.execute(db)
  return { lost, doubled: accounts.rows.map(({ username }) => `account ${username}: its person has another`) }
}
