import { sql, type Kysely } from 'kysely'

/** S codes and what they pay for, packages of the desktop software, the devices it runs on, and invitations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table code_batches (
      id uuid primary key,
      days integer not null check (days between 1 and 3650),
      count integer not null check (count between 1 and 1000),
      note text not null default '' check (length(note) <= 200),
      created_by uuid,
      created_at timestamptz not null default now()
    )`.execute(db)
  // Codes lie here as SHA-256 of their 100 random bits: whoever reads this table can redeem none.
  await sql`
    create table s_codes (
      id uuid primary key,
      batch_id uuid not null references code_batches,
      days integer not null check (days between 1 and 3650),
      hash bytea not null unique,
      hint text not null check (length(hint) = 4),
      holder_id uuid references users,
      received_at timestamptz,
      used_by uuid references users,
      used_at timestamptz,
      voided_at timestamptz,
      version bigint not null default 1,
      created_at timestamptz not null default now(),
      check ((used_by is null) = (used_at is null)),
      check (used_at is null or voided_at is null),
      check ((holder_id is null) = (received_at is null))
    )`.execute(db)
  await sql`create index s_codes_of_batch on s_codes (batch_id, id desc)`.execute(db)
  await sql`
    create index s_codes_of_holder on s_codes (holder_id, received_at desc, id desc) where holder_id is not null`.execute(
    db,
  )
  await sql`create index s_codes_used_by on s_codes (used_by) where used_by is not null`.execute(db)
  // One for each code, whoever races.
  await sql`
    create table entitlements (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      code_id uuid not null unique references s_codes,
      days integer not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index entitlements_of_user on entitlements (user_id, ends_at desc)`.execute(db)
  await sql`
    create table packages (
      id uuid primary key,
      name text not null check (length(name) between 1 and 64),
      platform text not null check (platform in ('windows', 'macos', 'linux')),
      version text not null check (length(version) between 1 and 32),
      notes text not null default '' check (length(notes) <= 2000),
      filename text not null check (length(filename) <= 255),
      file_id uuid not null references files,
      needs_code boolean not null default false,
      withdrawn_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create unique index packages_published on packages (name, platform, version) where withdrawn_at is null`.execute(
    db,
  )
  await sql`create index packages_of_file on packages (file_id)`.execute(db)
  await sql`
    create table devices (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      device_id text not null check (length(device_id) between 1 and 128),
      name text not null check (length(name) <= 64),
      token_hash bytea unique,
      session_id uuid,
      bound_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      unbound_at timestamptz,
      unbound_by uuid,
      unbound_own boolean not null default false,
      version bigint not null default 1,
      check ((token_hash is null) = (unbound_at is not null))
    )`.execute(db)
  await sql`create unique index devices_bound on devices (user_id, device_id) where unbound_at is null`.execute(db)
  await sql`create index devices_of_user on devices (user_id, last_seen_at desc)`.execute(db)
  await sql`create index devices_by_time on devices (bound_at desc, id)`.execute(db)
  // When the person first signed in by the desktop software: an invitation counts from then on.
  await sql`alter table users add column first_studio_at timestamptz`.execute(db)
}
