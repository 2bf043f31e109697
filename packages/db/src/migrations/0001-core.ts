import { sql, type Kysely } from 'kysely'

/** What every feature stands on: people, sessions, files, events, ticks, idempotency, audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists citext`.execute(db)
  await sql`
    create table tenants (
      id uuid primary key,
      name text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table users (
      id uuid primary key,
      tenant_id uuid references tenants,
      username citext not null unique check (length(username) between 2 and 64),
      email citext not null unique check (length(email) <= 254),
      nickname text not null default '' check (length(nickname) <= 64),
      password_hash text,
      "group" text not null default 'user' check ("group" in ('user', 'admin')),
      email_verified_at timestamptz,
      invite_code text not null unique,
      refer text check (length(refer) <= 64),
      invited_by uuid references users,
      language text not null default 'en' check (language in ('en', 'zh-CN')),
      demo boolean not null default false,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db)
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      user_agent text not null default '' check (length(user_agent) <= 256)
    )`.execute(db)
  await sql`create index sessions_of_user on sessions (user_id)`.execute(db)
  await sql`create index sessions_by_expiry on sessions (expires_at)`.execute(db)
  // The only table that holds storage keys; every other table holds file ids.
  await sql`
    create table files (
      id uuid primary key,
      owner_id uuid not null references users,
      kind text not null check (kind in ('original', 'model', 'image')),
      key text not null unique,
      content_type text not null,
      bytes bigint not null,
      sha256 text,
      state text not null check (state in ('pending', 'stored', 'deleted')),
      public boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index files_of_owner on files (owner_id) include (bytes) where state <> 'deleted'`.execute(db)
  await sql`create index files_to_purge on files (id) where state = 'deleted'`.execute(db)
  // Written by every state mover in its own statement, drained by the relay, dropped by the month after 90 days.
  await sql`
    create table events (
      id uuid not null,
      type text not null,
      subject_id uuid not null,
      attempt integer not null default 1,
      version bigint not null default 0,
      params jsonb not null default '{}',
      created_at timestamptz not null default now(),
      claimed_until timestamptz,
      published_at timestamptz,
      primary key (id, created_at)
    ) partition by range (created_at)`.execute(db)
  await sql`create table events_default partition of events default`.execute(db)
  // Called by a daily tick, well ahead of the month: a partition cannot be made once the default one holds its rows.
  await sql`
    create function ensure_event_partitions(keep interval) returns void language plpgsql as $$
    declare month date; old record;
    begin
      for month in select generate_series(date_trunc('month', now()), now() + interval '2 months', '1 month')::date loop
        execute format('create table if not exists %I partition of events for values from (%L) to (%L)',
          'events_' || to_char(month, 'YYYYMM'), month, month + interval '1 month');
      end loop;
      for old in select relname from pg_class join pg_inherits on inhrelid = pg_class.oid
        where inhparent = 'events'::regclass and relname ~ '^events_[0-9]{6}$'
          and to_date(right(relname, 6), 'YYYYMM') + interval '1 month' < now() - keep loop
        execute format('drop table %I', old.relname);
      end loop;
    end $$`.execute(db)
  await sql`select ensure_event_partitions(interval '90 days')`.execute(db)
  // The relay's queue. Partial, so that a poll costs the same after a million published events as on the first day.
  await sql`create index events_unpublished on events (created_at, id) where published_at is null`.execute(db)
  await sql`create index events_of_subject on events (subject_id, created_at)`.execute(db)
  await sql`
    create table ticks (
      name text primary key,
      due_at timestamptz not null,
      claimed_until timestamptz
    )`.execute(db)
  await sql`create index ticks_by_due on ticks (due_at)`.execute(db)
  await sql`
    create table idempotency_keys (
      user_id uuid not null references users on delete cascade,
      key text not null check (length(key) <= 200),
      route text not null,
      request_hash text not null,
      status integer,
      answer jsonb,
      created_at timestamptz not null default now(),
      primary key (user_id, key, route)
    )`.execute(db)
  await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db)
  // Kept for good: never updated, never deleted.
  await sql`
    create table audit (
      id uuid primary key,
      actor_id uuid,
      action text not null,
      subject_kind text not null,
      subject_id uuid,
      params jsonb not null default '{}',
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index audit_of_subject on audit (subject_id, created_at)`.execute(db)
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin raise exception 'audit rows are kept as they were written'; end $$`.execute(db)
  await sql`
    create trigger audit_append_only before update or delete on audit
    for each row execute function refuse_change()`.execute(db)
}
