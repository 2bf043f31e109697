import { sql, type Kysely } from 'kysely'

/** How each administrator arranged the pages of the back office: places by page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column office_layouts jsonb not null default '{}'`.execute(db)
}
