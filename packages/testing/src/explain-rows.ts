import { sql } from 'kysely'
import type { Db } from '@toile/db/client'

/**
 * How many rows of all tables, or of one, `read` looks at, by Postgres' own count; it is given the connection that is
 * counted.
 */
export function rowsTouched(db: Db, read: (one: Db) => Promise<unknown>, table?: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // What a connection counted before may not have been passed on yet (it is once a second), so it is taken off.
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
