import { sql, type Kysely } from 'kysely'

/** Pictures that people send: their original, what to cut out of it, and a state that moves like an upload's stage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table images
      add column original_file_id uuid references files,
      add column crop jsonb,
      add column angle text check (angle in ('three-quarter', 'front', 'side', 'back')),
      add column attempt integer not null default 1,
      add column redrives integer not null default 0,
      add column version bigint not null default 1,
      add column failure jsonb,
      add column updated_at timestamptz not null default now()`.execute(db)
  // What the sweep looks at: everything that is not at rest.
  await sql`create index images_in_motion on images (updated_at) where status in ('pending', 'processing')`.execute(db)
  await sql`create index images_of_owner on images (owner_id, id desc)`.execute(db)
  // Two workers that photograph one model at once make each angle once.
  await sql`create unique index images_angle_of_upload on images (upload_id, angle)`.execute(db)
  // Whether a picture may be fetched by everyone depends on the works that show it.
  await sql`create index works_of_cover on works (cover_id) where cover_id is not null`.execute(db)
  // Asked before a file's row is forgotten.
  await sql`create index images_of_original on images (original_file_id) where original_file_id is not null`.execute(db)
  await sql`create index image_variants_of_file on image_variants (file_id)`.execute(db)
  // Bytes that were announced and never came: what the sweep of files looks at.
  await sql`create index files_pending on files (created_at) where state = 'pending'`.execute(db)
}
