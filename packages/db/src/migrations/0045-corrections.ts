import { sql, type Kysely } from 'kysely'

/** What creators say of their files' unit, upright axis and model: what holds, what is being made, and why that failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column correction jsonb,
      add column wanted_correction jsonb,
      add column correction_failure jsonb`.execute(db)
  // What the sweep looks at.
  await sql`create index uploads_being_corrected on uploads (updated_at) where wanted_correction is not null`.execute(
    db,
  )
}
