import { sql, type Kysely } from 'kysely'

/** What timelines look for: whom tenants took in or let go, and pictures that were to join a work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_of_member on audit ((params ->> 'userId')) where subject_kind = 'tenant'`.execute(db)
  await sql`create index images_joining on images (joins_work_id) where joins_work_id is not null`.execute(db)
}
