import { sql, type Kysely } from 'kysely'

/** A light first level of a model; and files of formats that nobody but their maker's program can read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column preview_file_id uuid references files,
      add column closed_format text check (closed_format in ('zprj', 'zpac', 'sproj'))`.execute(db)
}
