import { sql, type Kysely } from 'kysely'

/** Columns by the words of their field. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cases rename column deed_id to audit_id`.execute(db)
  await sql`alter table users rename column office_layouts to backstage_layouts`.execute(db)
  await sql`alter table alerts rename column told_version to notified_version`.execute(db)
  await sql`alter table work_counters rename column told_version to published_version`.execute(db)
  await sql`alter table conversation_members rename column told_seq to receipt_seq`.execute(db)
  await sql`alter table conversation_members rename column told_at to receipt_at`.execute(db)
}
