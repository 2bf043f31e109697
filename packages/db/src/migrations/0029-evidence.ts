import { sql, type Kysely } from 'kysely'

/** What was reported, as it was then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column evidence jsonb`.execute(db)
}
