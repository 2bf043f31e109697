import { sql, type Kysely } from 'kysely'

/** Videos: a status that moves like a picture's, beside the stage of the upload that brought the bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Not valid: rows that are there need no look, the list has only grown.
  await sql`
    alter table files drop constraint files_kind_check,
      add constraint files_kind_check check (kind in ('original', 'model', 'image', 'video')) not valid`.execute(db)
  await sql`
    create table videos (
      id uuid primary key,
      owner_id uuid not null references users,
      upload_id uuid not null unique references uploads on delete cascade,
      status text not null default 'pending' check (status in ('pending', 'processing', 'ready', 'failed')),
      width integer not null default 0,
      height integer not null default 0,
      duration_seconds real not null default 0,
      has_audio boolean not null default false,
      storyboard jsonb,
      storyboard_file_id uuid references files,
      attempt integer not null default 1,
      redrives integer not null default 0,
      version bigint not null default 1,
      failure jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  // What the sweep looks at: everything that is not at rest.
  await sql`create index videos_in_motion on videos (updated_at) where status in ('pending', 'processing')`.execute(db)
  await sql`create index videos_of_owner on videos (owner_id, id desc)`.execute(db)
  await sql`
    create table video_renditions (
      video_id uuid not null references videos on delete cascade,
      name text not null,
      width integer not null,
      height integer not null,
      file_id uuid not null references files,
      primary key (video_id, name)
    )`.execute(db)
  // Asked before a file's row is forgotten.
  await sql`create index video_renditions_of_file on video_renditions (file_id)`.execute(db)
  await sql`
    create index videos_of_storyboard on videos (storyboard_file_id) where storyboard_file_id is not null`.execute(db)
  await sql`alter table works add column video_upload_id uuid unique references uploads`.execute(db)
  await sql`alter table work_versions add column video_upload_id uuid references uploads`.execute(db)
}
