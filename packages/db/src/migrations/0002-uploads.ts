import { sql, type Kysely } from 'kysely'

/** Uploads with their stages, the write lease that API copies share, and the pictures made of a model. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id uuid primary key,
      owner_id uuid not null references users,
      kind text not null check (kind in ('model', 'video', 'file')),
      filename text not null check (length(filename) <= 255),
      filetype text not null default '' check (length(filetype) <= 255),
      size bigint not null check (size >= 0),
      stage text not null default 'upload'
        check (stage in ('upload', 'finished', 'processed', 'ready_to_publish', 'failed')),
      attempt integer not null default 1,
      redrives integer not null default 0,
      version bigint not null default 1,
      received_at timestamptz,
      failure jsonb,
      failed_from text check (failed_from in ('upload', 'finished', 'processed')),
      stages jsonb not null,
      original_file_id uuid not null references files,
      model_file_id uuid references files,
      facts jsonb,
      report jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index uploads_of_owner on uploads (owner_id, id desc)`.execute(db)
  // What the sweep looks at: everything that is not at rest.
  await sql`
    create index uploads_in_motion on uploads (updated_at)
    where stage in ('upload', 'finished', 'processed')`.execute(db)
  await sql`
    create table upload_locks (
      upload_id uuid primary key,
      token uuid not null,
      held_until timestamptz not null,
      wanted boolean not null default false
    )`.execute(db)
  await sql`
    create table images (
      id uuid primary key,
      owner_id uuid not null references users,
      upload_id uuid references uploads on delete cascade,
      purpose text not null check (purpose in ('cover', 'banner', 'avatar', 'detail', 'inline')),
      status text not null check (status in ('pending', 'processing', 'ready', 'failed')),
      width integer not null,
      height integer not null,
      blurhash text,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index images_of_upload on images (upload_id)`.execute(db)
  await sql`
    create table image_variants (
      image_id uuid not null references images on delete cascade,
      name text not null,
      width integer not null,
      height integer not null,
      format text not null,
      file_id uuid not null references files,
      primary key (image_id, name)
    )`.execute(db)
}
