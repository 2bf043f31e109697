import { sql } from 'kysely'
import { knownKeys } from '@toile/db/files/files'
import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I10: after `storage prune`, database and store contain the same files. Each given code has one audit entry. */
export async function checkWhole({ journal, db, storage }: Evidence): Promise<Verdict> {
  const files = await db.selectFrom('files').select(['key', 'bytes']).where('state', '=', 'stored').execute()
  const given = entriesOf(journal, 'given')
  const verdict = emptyVerdict('I10', 'database, store and notes agree', files.length + given.length)
  for (const { key, bytes } of files) {
    const there = await storage.stat(key)
    if (there?.bytes !== Number(bytes)) verdict.lost.push(`${key}: ${there?.bytes ?? 'no'} bytes, not ${bytes}`)
  }
  const stored: string[] = []
  for await (const { key } of storage.list()) stored.push(key)
  const known = stored.length > 0 ? await knownKeys(db, stored) : new Set<string>()
  for (const key of stored) if (!known.has(key)) verdict.doubled.push(`${key} has no row`)

  const notes = await sql<{ id: string; times: number }>`select subject_id as id, count(*)::int as times from audit
    where action = 'code.given' group by 1`.execute(db)
  const noted = new Map(notes.rows.map(({ id, times }) => [id, times]))
  for (const { codeId } of given) if (!noted.has(codeId)) verdict.lost.push(`that ${codeId} was given is not noted`)
  for (const [id, times] of noted) if (times > 1) verdict.doubled.push(`that ${id} was given is noted ${times} times`)
  return verdict
}
