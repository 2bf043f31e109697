import { sql, type Kysely } from 'kysely'

/** Tables of the back office that administrators took along as files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table table_exports (
      id uuid primary key,
      owner_id uuid not null references users,
      table_name text not null check (length(table_name) <= 64),
      query jsonb not null,
      columns text[] not null,
      state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
      row_count integer not null default 0,
      cut boolean not null default false,
      file_id uuid references files,
      attempt integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      ready_at timestamptz,
      check ((state = 'ready') = (ready_at is not null))
    )`.execute(db)
  await sql`create index table_exports_of_owner on table_exports (owner_id, created_at)`.execute(db)
  await sql`create index table_exports_of_file on table_exports (file_id) where file_id is not null`.execute(db)
  await sql`create index table_exports_waiting on table_exports (updated_at) where state = 'waiting'`.execute(db)
  // Not valid: rows that are there need no look, the list has only grown.
  await sql`
    alter table files drop constraint files_kind_check,
      add constraint files_kind_check check
        (kind in ('original', 'model', 'image', 'video', 'archive', 'captions', 'export')) not valid`.execute(db)
}
