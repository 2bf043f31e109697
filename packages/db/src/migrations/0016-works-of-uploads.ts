import { sql, type Kysely } from 'kysely'

/** Finds the work that an upload belongs to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(db)
  await sql`create index works_of_upload on works (upload_id) where upload_id is not null`.execute(db)
  await sql`create index works_of_video_upload on works (video_upload_id) where video_upload_id is not null`.execute(db)
}
