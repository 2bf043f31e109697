import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../client.js'

/** Whether one column's person has blocked the other's, as a condition. */
export const hasBlocked = (blocker: unknown, blocked: unknown): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from blocks b where b.blocker_id = ${blocker} and b.blocked_id = ${blocked})`

/** Who of two people has blocked the other: the first one, the second one. */
export async function blocksBetween(db: Db, one: string, other: string): Promise<{ mine: boolean; theirs: boolean }> {
  const found = await sql<{ mine: boolean; theirs: boolean }>`
    select ${hasBlocked(one, other)} as mine, ${hasBlocked(other, one)} as theirs`.execute(db)
  return found.rows[0]!
}

/** Whether either of two people has blocked the other: then nothing of one reaches the other. */
export async function isBlockedBetween(db: Db, one: string, other: string): Promise<boolean> {
  const { mine, theirs } = await blocksBetween(db, one, other)
  return mine || theirs
}
