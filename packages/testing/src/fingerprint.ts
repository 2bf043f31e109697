import { sql } from 'kysely'
import type { Db } from '@toile/db/client'

/**
 * Returns a hash of all rows for each table. Equal fingerprints mean that no row has changed. The column
 * `last_seen_at` is ignored, because any call may update it.
 */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const hashes = await sql<{ name: string; hash: string }>`${sql.join(
    (await tablesOf(db)).map(
      (name) =>
        sql`select ${name}::text as name, md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as hash
          from (select to_jsonb(own) - 'last_seen_at' as r from ${sql.table(name)} own) rows`,
    ),
    sql` union all `,
  )}`.execute(db)
  // The hashes are sorted, because Postgres scans several tables in parallel and returns their hashes in any order.
  return Object.fromEntries(hashes.rows.map(({ name, hash }) => [name, hash]).sort())
}

/** Returns the rows that contain one of these ids. Each row is the table's name followed by the row as text. */
export async function rowsNaming(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ row: string }>`${sql.join(
    (await tablesOf(db)).map(
      (name) =>
        sql`select ${name}::text || ' ' || r::text as row from ${sql.table(name)} r where r::text ~ ${ids.join('|')}`,
    ),
    sql` union all `,
  )}`.execute(db)
  return new Set(found.rows.map(({ row }) => row))
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
