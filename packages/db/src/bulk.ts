import type { ToileError } from '@toile/contracts/errors'
import type { Db } from './client.js'
import { orRefused } from './savepoint.js'

interface BulkOutcome {
  done: number
  skipped: { id: string; error: ToileError }[]
}

class DryRun extends Error {}

/**
 * Applies an action to many rows in one transaction. A row whose action throws a ToileError is skipped. Any other error
 * rolls back the whole transaction. A dry run does the same work and then rolls it back, so the reported outcome is
 * exact.
 */
export async function inBulk(
  db: Db,
  ids: readonly string[],
  { dryRun = false }: { dryRun?: boolean },
  action: (trx: Db, id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: 0, skipped: [] }
  const work = db.transaction().execute(async (trx) => {
    // Sorted, so that concurrent bulk actions lock the rows of `ids` in the same order and do not deadlock on them.
    for (const id of [...ids].sort()) {
      const error = await orRefused(trx, () => action(trx, id))
      if (error) outcome.skipped.push({ id, error })
      else outcome.done++
    }
    if (dryRun) throw new DryRun()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error
  })
  return outcome
}
