import { sql } from 'kysely'
import type { Db } from '@toile/db/client'

/**
 * A hash of every row of every table, by the table's name: two that are alike say that nothing was written. When a session
 * was last seen is left out: once a minute any call writes it.
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
  // With so many tables Postgres reads some of them side by side, in any order.
  return Object.fromEntries(hashes.rows.map(({ name, hash }) => [name, hash]).sort())
}

/** Every row that names one of these ids, as text, behind the name of its table. */
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
