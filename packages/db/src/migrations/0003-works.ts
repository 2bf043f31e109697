import { sql, type Kysely } from 'kysely'

/** Works, their immutable versions, and their counters apart (a like must not touch the work's row). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table works (
      id uuid primary key,
      owner_id uuid not null references users,
      title text not null default '' check (length(title) <= 200),
      intro text not null default '' check (length(intro) <= 4000),
      categories text[] not null default '{}',
      tags text[] not null default '{}',
      visibility text not null default 'public' check (visibility in ('public', 'private')),
      state text not null default 'draft' check (state in ('draft', 'released', 'trashed')),
      cover_id uuid references images,
      upload_id uuid unique references uploads,
      released_at timestamptz,
      version bigint not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index works_of_owner on works (owner_id, state, id desc)`.execute(db)
  await sql`
    create index works_feed on works (released_at desc, id desc)
    where state = 'released' and visibility = 'public'`.execute(db)
  // What was published, as it was. A contest entry will point here, so that nothing has to be frozen at a deadline.
  await sql`
    create table work_versions (
      id uuid primary key,
      work_id uuid not null references works on delete cascade,
      number integer not null,
      title text not null,
      intro text not null,
      categories text[] not null,
      tags text[] not null,
      upload_id uuid references uploads,
      original_file_id uuid references files,
      model_file_id uuid references files,
      cover_id uuid references images,
      created_at timestamptz not null default now(),
      unique (work_id, number)
    )`.execute(db)
  await sql`
    create table work_counters (
      work_id uuid primary key references works on delete cascade,
      likes integer not null default 0,
      comments integer not null default 0,
      views integer not null default 0,
      version bigint not null default 1
    )`.execute(db)
}
