import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from './client.js'

export interface BulkOutcome {
  done: number
  skipped: { id: string; error: ToileError }[]
}

class DryRun extends Error {}

/**
 * Does an action to each of many rows in one transaction: all that can be done is done, or nothing (a process that ends in
 * the middle leaves nothing behind). A row that the action refuses by a ToileError is skipped. A dry run is the same work
 * rolled back, so that it cannot promise something else.
 */
export async function inBulk(
  db: Db,
  ids: readonly string[],
  { dryRun = false }: { dryRun?: boolean },
  action: (trx: Db, id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: 0, skipped: [] }
  const work = db.transaction().execute(async (trx) => {
    // In one order for everyone, so that two of these never wait for each other.
    for (const id of [...ids].sort()) {
      await sql`savepoint row`.execute(trx)
      try {
        await action(trx, id)
        outcome.done++
      } catch (error) {
        if (!(error instanceof ToileError)) throw error
        await sql`rollback to savepoint row`.execute(trx)
        outcome.skipped.push({ id, error })
      }
      await sql`release savepoint row`.execute(trx)
    }
    if (dryRun) throw new DryRun()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  return outcome
}
