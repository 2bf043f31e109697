import { sql, type Kysely } from 'kysely'

/** Points of a garment that its creator explains; few and read with their work, so they lie in its row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table works add column hotspots jsonb not null default '[]'`.execute(db)
}
