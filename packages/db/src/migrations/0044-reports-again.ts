import { sql, type Kysely } from 'kysely'

/** Whoever reported a thing may report it again once that was decided: it may be against the rules anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column decided boolean not null default false`.execute(db)
  await sql`update reports r set decided = true from cases c
    where c.id = r.case_id and c.decided_at is not null`.execute(db)
  await sql`create unique index reports_of_reporter on reports (reporter_id, kind, subject_id) where not decided`.execute(
    db,
  )
  // The version before writes `on conflict do nothing`, which keeps to whatever there is.
  await sql`alter table reports drop constraint reports_reporter_id_kind_subject_id_key`.execute(db)
}
