import { sql, type Kysely } from 'kysely'

/** Cloud renders: the order, the parts that workers share, what is drawn so far, and what came of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table renders (
      id uuid primary key,
      number bigint not null unique generated always as identity,
      owner_id uuid not null references users,
      work_id uuid references works on delete set null,
      upload_id uuid references uploads on delete set null,
      name text not null,
      type text not null check (type in ('still', 'views', 'turntable', 'spin')),
      engine text not null check (engine in ('preview', 'studio', 'cycles')),
      settings jsonb not null,
      recipe text not null,
      status text not null default 'queued'
        check (status in ('queued', 'preparing', 'rendering', 'encoding', 'finished', 'failed', 'cancelled')),
      frames integer not null,
      estimated_seconds real not null,
      cost_seconds real not null default 0,
      approval text not null default 'none' check (approval in ('none', 'wanted', 'awaited', 'given')),
      attempt integer not null default 1,
      redrives integer not null default 0,
      version bigint not null default 1,
      failure jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(db)
  await sql`create index renders_of_owner on renders (owner_id, id desc)`.execute(db)
  await sql`create index renders_alive on renders (created_at) where status in ('queued', 'preparing', 'rendering', 'encoding')`.execute(
    db,
  )
  // The same request again, and the history that estimates are made of.
  await sql`create index renders_by_recipe on renders (owner_id, recipe) where status = 'finished'`.execute(db)
  await sql`create index renders_finished on renders (engine, finished_at desc) where status = 'finished'`.execute(db)
  await sql`create index renders_of_work on renders (work_id) where work_id is not null`.execute(db)
  await sql`create index renders_of_upload on renders (upload_id) where upload_id is not null`.execute(db)
  await sql`
    create table render_chunks (
      id uuid primary key,
      render_id uuid not null references renders on delete cascade,
      chunk integer not null,
      scout boolean not null default false,
      pieces jsonb not null,
      estimated_seconds real not null,
      attempt integer not null default 1,
      redrives integer not null default 0,
      version bigint not null default 1,
      released_at timestamptz,
      stored_at timestamptz,
      worker text,
      cost_seconds real not null default 0,
      unique (render_id, chunk)
    )`.execute(db)
  // Who is next, and who is at work: nothing that is done is looked at.
  await sql`create index render_chunks_open on render_chunks (render_id, chunk) where stored_at is null`.execute(db)
  await sql`
    create table render_pieces (
      render_id uuid not null references renders on delete cascade,
      piece text not null,
      file_id uuid not null references files,
      primary key (render_id, piece)
    )`.execute(db)
  await sql`create index render_pieces_file on render_pieces (file_id)`.execute(db)
  await sql`
    create table render_previews (
      render_id uuid not null references renders on delete cascade,
      file_id uuid not null references files,
      samples integer not null,
      created_at timestamptz not null default now(),
      primary key (render_id, file_id)
    )`.execute(db)
  await sql`create index render_previews_file on render_previews (file_id)`.execute(db)
  await sql`
    create table render_outputs (
      render_id uuid not null references renders on delete cascade,
      name text not null,
      place integer not null,
      width integer not null,
      height integer not null,
      file_id uuid not null references files,
      primary key (render_id, name)
    )`.execute(db)
  await sql`create index render_outputs_file on render_outputs (file_id)`.execute(db)
  // A picture that becomes a work's cover or joins its gallery as soon as it is ready.
  await sql`alter table images add column joins_work_id uuid references works on delete set null`.execute(db)
}
