import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../client.js'

/** Condition: the user in one column has blocked the one in the other. */
export const hasBlocked = (blocker: unknown, blocked: unknown): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from blocks b where b.blocker_id = ${blocker} and b.blocked_id = ${blocked})`

export async function blocksBetween(db: Db, one: string, other: string): Promise<{ mine: boolean; theirs: boolean }> {
  const found = await sql<{ mine: boolean; theirs: boolean }>`
    select ${hasBlocked(one, other)} as mine, ${hasBlocked(other, one)} as theirs`.execute(db)
  return found.rows[0]!
}

export async function isBlockedBetween(db: Db, one: string, other: string): Promise<boolean> {
  const { mine, theirs } = await blocksBetween(db, one, other)
  return mine || theirs
}
