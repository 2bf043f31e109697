import { sql, type Kysely } from 'kysely'

/** The work that a file was sent for, so that one finds the way back to it from anywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column for_work_id uuid references works on delete set null`.execute(db)
  await sql`create index uploads_for_work on uploads (for_work_id) where for_work_id is not null`.execute(db)
}
