import { sql, type Kysely } from 'kysely'

/** When a person last proved within a session that it is them: what is asked for before what an open browser must not do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column proven_at timestamptz`.execute(db)
}
