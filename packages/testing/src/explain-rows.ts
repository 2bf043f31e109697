import { sql } from 'kysely'
import type { Db } from '@toile/db/client'

/** Number of rows that `read` reads from all tables, or from `table`, according to Postgres' statistics. */
export function rowsTouched(db: Db, read: (one: Db) => Promise<unknown>, table?: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Postgres flushes a connection's counts at most once a second, so they may include earlier queries of the
    // connection. Therefore the count before `read` is subtracted.
    const before = await countOf(trx, table)
    await read(trx)
    return (await countOf(trx, table)) - before
  })
}

async function countOf(trx: Db, table = '%'): Promise<number> {
  const counted = await sql<{ rows: number }>`
    select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0)::int as rows
    from pg_stat_xact_user_tables where relname like ${table}`.execute(trx)
  return counted.rows[0]!.rows
}
