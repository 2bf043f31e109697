import { sql, type Kysely } from 'kysely'

/** Finds the few accounts that never bound an email, among all people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_unfinished on users (created_at) where email is null and deleted_at is null`.execute(db)
}
