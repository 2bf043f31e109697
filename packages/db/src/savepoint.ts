import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from './client.js'

/**
 * Does, in a transaction, what may be refused: the transaction goes on without it then. Resolves with the refusal;
 * undefined when it was done. Whatever else goes wrong is thrown.
 */
export async function orRefused(trx: Db, work: () => Promise<unknown>): Promise<ToileError | undefined> {
  await sql`savepoint part`.execute(trx)
  let refusal: ToileError | undefined
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ToileError)) throw error
    refusal = error
    await sql`rollback to savepoint part`.execute(trx)
  }
  await sql`release savepoint part`.execute(trx)
  return refusal
}
