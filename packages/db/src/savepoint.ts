import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from './client.js'

/** Runs `work` in a savepoint. A ToileError rolls back only this work and is returned. Other errors are thrown. */
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
