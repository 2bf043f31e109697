import { sql, type Kysely } from 'kysely'

/** Profiles, sessions that one can tell apart, one-time links, and the mails that carry them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for a social account that has not bound an address, and for a deleted one.
  await sql`alter table users alter column email drop not null`.execute(db)
  await sql`
    alter table users
      add column occupation text not null default '' check (length(occupation) <= 64),
      add column company text not null default '' check (length(company) <= 64),
      add column location text not null default '' check (length(location) <= 64),
      add column website text not null default '' check (length(website) <= 2048),
      add column description text not null default '' check (length(description) <= 1000),
      add column email_switch boolean not null default true,
      add column avatar_id uuid references images`.execute(db)
  await sql`create index users_of_avatar on users (avatar_id) where avatar_id is not null`.execute(db)
  await sql`create index users_deleted on users (deleted_at) where deleted_at is not null`.execute(db)
  await sql`create index users_invited_by on users (invited_by) where invited_by is not null`.execute(db)
  await sql`
    alter table sessions
      add column last_seen_at timestamptz not null default now(),
      add column step text check (step in ('bind_email', 'set_password'))`.execute(db)
  // What a mailed link opens. The worker that sends the mail makes the token in that moment and keeps its hash here,
  // so that before, between and after nothing in Postgres, Redis or a job is worth stealing.
  await sql`
    create table one_time_tokens (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('verify_email', 'change_email', 'bind_email', 'reset_password')),
      email citext not null check (length(email) <= 254),
      token_hash bytea unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      used_at timestamptz,
      cancelled_at timestamptz
    )`.execute(db)
  await sql`create index one_time_tokens_of_user on one_time_tokens (user_id, purpose)`.execute(db)
  await sql`create index one_time_tokens_by_age on one_time_tokens (created_at)`.execute(db)
  await sql`
    create table mails (
      id uuid primary key,
      user_id uuid references users on delete cascade,
      kind text not null,
      address text not null check (length(address) <= 254),
      token_id uuid references one_time_tokens on delete cascade,
      params jsonb not null default '{}',
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'cancelled')),
      attempt integer not null default 1,
      failure jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index mails_waiting on mails (updated_at) where state = 'waiting'`.execute(db)
  await sql`create index mails_of_user on mails (user_id)`.execute(db)
  await sql`create index mails_of_token on mails (token_id) where token_id is not null`.execute(db)
  await sql`create index mails_by_age on mails (created_at)`.execute(db)
}
