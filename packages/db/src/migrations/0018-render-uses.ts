import { sql, type Kysely } from 'kysely'

/** What becomes of a render's results: where they were put to use, whether a spin is shared, and their deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Pressed twice, the same result becomes the same picture or video.
  await sql`alter table images add column made_of_file_id uuid references files on delete set null`.execute(db)
  await sql`create index images_made_of_file on images (made_of_file_id) where made_of_file_id is not null`.execute(db)
  await sql`
    alter table uploads
      add column made_of_file_id uuid references files on delete set null,
      add column joins_work_id uuid references works on delete set null`.execute(db)
  await sql`create index uploads_made_of_file on uploads (made_of_file_id) where made_of_file_id is not null`.execute(
    db,
  )
  await sql`create index uploads_joins_work on uploads (joins_work_id) where joins_work_id is not null`.execute(db)
  // The pictures of a turn as one file. Those that are there need no look: what was allowed still is.
  await sql`
    alter table files drop constraint files_kind_check,
      add constraint files_kind_check check (kind in ('original', 'model', 'image', 'video', 'archive')) not valid`.execute(
    db,
  )
  // A deleted render keeps its row for as long as it counts against its submitter's share, without its files.
  await sql`
    alter table renders
      add column shared boolean not null default false,
      add column deleted_at timestamptz`.execute(db)
  await sql`create index renders_deleted on renders (deleted_at) where deleted_at is not null`.execute(db)
}
