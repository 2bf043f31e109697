import { sql, type Kysely } from 'kysely'

/** Notifications with what they were made of, how people want them, and what becomes of their mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null,
      tab text not null check (tab in ('notifications', 'comments', 'messages')),
      bell boolean not null,
      group_key text,
      subject_kind text,
      subject_id uuid,
      params jsonb not null default '{}',
      people integer not null default 1,
      version bigint not null default 1,
      created_at timestamptz not null,
      raised_at timestamptz not null,
      read_at timestamptz,
      mail_due_at timestamptz,
      mail_id uuid references mails on delete set null,
      digest boolean not null default false,
      digest_id uuid references mails on delete set null
    )`.execute(db)
  await sql`create index notifications_of_user on notifications (user_id, tab, raised_at desc, id desc)
    where bell`.execute(db)
  // Counting what is unread costs what is unread, not what there is.
  await sql`create index notifications_unread on notifications (user_id, tab) where bell and read_at is null`.execute(
    db,
  )
  await sql`create index notifications_gathering on notifications (user_id, group_key, raised_at desc)
    where group_key is not null`.execute(db)
  await sql`create index notifications_to_mail on notifications (mail_due_at) where mail_due_at is not null`.execute(db)
  await sql`create index notifications_for_digest on notifications (user_id) where digest`.execute(db)
  await sql`create index notifications_by_age on notifications (raised_at)`.execute(db)
  await sql`create index notifications_of_mail on notifications (mail_id) where mail_id is not null`.execute(db)
  await sql`create index notifications_of_digest on notifications (digest_id) where digest_id is not null`.execute(db)
  // What has been told to whom. The key is the fact's own (who liked what), so that it is told once however often it
  // happens or is delivered.
  await sql`
    create table notification_causes (
      user_id uuid not null references users on delete cascade,
      key text not null,
      notification_id uuid not null references notifications on delete cascade,
      actor_id uuid references users on delete cascade,
      at timestamptz not null,
      primary key (user_id, key)
    )`.execute(db)
  await sql`create index notification_causes_of on notification_causes (notification_id, at desc)`.execute(db)
  await sql`create index notification_causes_by on notification_causes (actor_id) where actor_id is not null`.execute(
    db,
  )
  // One row a person: who tells them something waits here for whoever tells them something else.
  await sql`
    create table notification_readers (
      user_id uuid primary key references users on delete cascade,
      version bigint not null default 1,
      digested_on date
    )`.execute(db)
  await sql`
    create table notification_preferences (
      user_id uuid not null references users on delete cascade,
      kind text not null,
      live boolean not null,
      bell boolean not null,
      email boolean not null,
      digest boolean not null,
      primary key (user_id, kind)
    )`.execute(db)
  // An event that has yet to be told; its job may get lost with the queue, this row does not.
  await sql`
    create table notification_tasks (
      id uuid primary key,
      job text not null,
      subject_id uuid not null,
      params jsonb not null,
      event_attempt integer not null,
      attempt integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index notification_tasks_by_age on notification_tasks (updated_at)`.execute(db)
  await sql`
    create table unsubscribe_tokens (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      kind text,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index unsubscribe_tokens_of_user on unsubscribe_tokens (user_id)`.execute(db)
  await sql`create index unsubscribe_tokens_by_age on unsubscribe_tokens (created_at)`.execute(db)
  await sql`
    create table announcements (
      id uuid primary key,
      author_id uuid not null references users,
      texts jsonb not null,
      path text check (length(path) <= 512),
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table comment_mentions (
      comment_id uuid not null references comments on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (comment_id, user_id)
    )`.execute(db)
  await sql`create index comment_mentions_of_user on comment_mentions (user_id)`.execute(db)
  await sql`create index comments_by_author on comments (author_id, id desc)`.execute(db)
  await sql`
    alter table users
      add column email_refused_at timestamptz,
      add column email_refused_status integer`.execute(db)
  // Who is sending a mail, and until when nobody else does.
  await sql`
    alter table mails
      add column claim uuid,
      add column claimed_until timestamptz`.execute(db)
}
