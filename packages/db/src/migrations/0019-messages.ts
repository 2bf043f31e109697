import { sql, type Kysely } from 'kysely'

/** Conversations, their messages, and who does not want to hear of whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `last_seq` is counted up by the statement that writes a message, which holds the row: no gaps, and in the order of
  // the commits. The work has no foreign key: what moderators wrote outlives it.
  await sql`
    create table conversations (
      id uuid primary key,
      kind text not null check (kind in ('private', 'moderation')),
      pair text unique,
      work_id uuid unique,
      last_seq integer not null default 0,
      last_at timestamptz not null default date_trunc('milliseconds', now()),
      created_at timestamptz not null default now(),
      check ((kind = 'private') = (pair is not null) and (kind = 'moderation') = (work_id is not null))
    )`.execute(db)
  await sql`
    create table conversation_members (
      conversation_id uuid not null references conversations on delete cascade,
      user_id uuid not null references users,
      standing text not null check (standing in ('open', 'request', 'ignored')),
      read_seq integer not null default 0,
      told_seq integer not null default 0,
      told_at timestamptz,
      primary key (conversation_id, user_id)
    )`.execute(db)
  await sql`create index conversation_members_of_user on conversation_members (user_id)`.execute(db)
  await sql`
    create table messages (
      id uuid primary key,
      conversation_id uuid not null references conversations on delete cascade,
      seq integer not null,
      sender_id uuid not null references users,
      moderator boolean not null default false,
      body text not null check (length(body) <= 8000),
      image_id uuid references images on delete set null,
      sent_key text check (length(sent_key) <= 200),
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      unique (conversation_id, seq)
    )`.execute(db)
  await sql`create index messages_of_sender on messages (sender_id)`.execute(db)
  await sql`create index messages_of_image on messages (image_id) where image_id is not null`.execute(db)
  // However late a client sends the same message again, it is there once.
  await sql`create unique index messages_sent_key on messages (sender_id, conversation_id, sent_key)
    where sent_key is not null`.execute(db)
  await sql`
    create table blocks (
      blocker_id uuid not null references users,
      blocked_id uuid not null references users,
      created_at timestamptz not null default now(),
      primary key (blocker_id, blocked_id),
      check (blocker_id <> blocked_id)
    )`.execute(db)
  await sql`create index blocks_of_blocked on blocks (blocked_id)`.execute(db)
  await sql`
    alter table reports drop constraint reports_kind_check,
      add constraint reports_kind_check check (kind in ('work', 'comment', 'user', 'message'))`.execute(db)
}
