import { sql } from 'kysely'
import { inTransaction, type Db } from '@toile/db/client'

/**
 * Number of rows that `read` reads from all tables, or from `table`, according to Postgres' statistics: rows of tables
 * read in sequence, and entries of indexes, even if the query reads no row for them. A row that two indexes lead to
 * counts twice. A query sorts only what it has read, so the number bounds its sorts, too.
 */
export function rowsTouched(db: Db, read: (one: Db) => Promise<unknown>, table?: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    // Rows that parallel workers read are not in this connection's counts. Without workers, the same plan runs here.
    await sql`set local max_parallel_workers = 0`.execute(trx)
    // Postgres flushes a connection's counts at most once a second, so they may include earlier queries of the
    // connection. Therefore the count before `read` is subtracted.
    const before = await countOf(trx, table)
    await read(trx)
    return (await countOf(trx, table)) - before
  })
}

async function countOf(trx: Db, table = '%'): Promise<number> {
  const counted = await sql<{ rows: number }>`
    select coalesce(sum(pg_stat_get_xact_tuples_returned(r.oid)), 0)::int as rows
    from pg_class r left join pg_index i on i.indexrelid = r.oid join pg_class t on t.oid = coalesce(i.indrelid, r.oid)
    where t.relnamespace = 'public'::regnamespace and t.relname like ${table}`.execute(trx)
  return counted.rows[0]!.rows
}
