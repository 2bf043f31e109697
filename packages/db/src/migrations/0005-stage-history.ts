import { sql, type Kysely } from 'kysely'

/** How long each stage's work took, so that the next upload of the like can be told how long it will take. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // When a worker began with the stage that the upload had at `work_version`; of another version it says nothing.
  await sql`alter table uploads add column work_began_at timestamptz, add column work_version bigint`.execute(db)
  await sql`
    create table stage_history (
      upload_id uuid not null,
      kind text not null,
      size_class integer not null,
      stage text not null,
      seconds real not null,
      at timestamptz not null default now(),
      primary key (upload_id, stage, at)
    )`.execute(db)
  await sql`
    create index stage_history_of_like on stage_history (kind, size_class, stage, at desc)
    include (seconds)`.execute(db)
  await sql`create index stage_history_by_age on stage_history (at)`.execute(db)
}
