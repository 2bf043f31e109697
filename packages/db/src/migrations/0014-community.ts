import { sql, type Kysely } from 'kysely'

/** Likes, views, comments, follows and reports; search and the order `popular`; what a personal page shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // For rows and queries alike: stems of Latin words, and of Han, kana and hangul each character and each pair, because
  // no dictionary says where their words end.
  await sql`
    create function search_vector(parts text[]) returns tsvector language sql immutable parallel safe as $$
      with said as (select normalize(coalesce(array_to_string(parts, ' '), ''), NFKC) as words)
      select to_tsvector('pg_catalog.english', regexp_replace(words, '[⺀-鿿가-힯豈-﫿]+', ' ', 'g')) ||
        array_to_tsvector(array(
          select distinct piece from regexp_matches(words, '[⺀-鿿가-힯豈-﫿]+', 'g') as run,
            generate_series(1, length(run[1])) as at,
            unnest(array[substr(run[1], at, 1), substr(run[1], at, 2)]) as piece))
      from said $$`.execute(db)
  await sql`
    alter table works
      add column search tsvector generated always as (search_vector(tags || categories || array[title, intro])) stored,
      add column image_ids uuid[] not null default '{}',
      add column downloadable boolean not null default false`.execute(db)
  await sql`
    alter table users
      add column search tsvector generated always as (search_vector(array[nickname, username::text])) stored,
      add column followers integer not null default 0,
      add column following integer not null default 0,
      add column banner_id uuid references images on delete set null,
      add column layout jsonb not null default '[]'`.execute(db)
  await sql`create index works_search on works using gin (search)`.execute(db)
  await sql`create index works_tags on works using gin (tags)`.execute(db)
  await sql`create index works_shown_by on works (owner_id, released_at desc, id desc)
    where state = 'released' and visibility = 'public'`.execute(db)
  await sql`create index users_search on users using gin (search)`.execute(db)
  await sql`create index users_by_followers on users (followers desc, id desc) where deleted_at is null`.execute(db)
  await sql`
    alter table work_counters
      add column popularity double precision not null default 0,
      add column told_version bigint not null default 1`.execute(db)
  await sql`create index work_counters_by_popularity on work_counters (popularity desc, work_id desc)`.execute(db)
  await sql`create index work_counters_untold on work_counters (work_id) where version > told_version`.execute(db)
  await sql`
    create table work_likes (
      work_id uuid not null references works on delete cascade,
      user_id uuid not null references users,
      created_at timestamptz not null default now(),
      primary key (work_id, user_id)
    )`.execute(db)
  await sql`create index work_likes_of_user on work_likes (user_id)`.execute(db)
  // Who has seen a work today, as a hash that cannot be turned back into a person or an address.
  await sql`
    create table work_views (
      work_id uuid not null references works on delete cascade,
      day date not null,
      viewer bytea not null,
      primary key (work_id, day, viewer)
    )`.execute(db)
  await sql`create index work_views_by_day on work_views (day)`.execute(db)
  await sql`
    create table follows (
      follower_id uuid not null references users,
      followee_id uuid not null references users,
      created_at timestamptz not null default now(),
      primary key (follower_id, followee_id),
      check (follower_id <> followee_id)
    )`.execute(db)
  await sql`create index follows_of_followee on follows (followee_id, created_at desc, follower_id desc)`.execute(db)
  await sql`
    create table comments (
      id uuid primary key,
      work_id uuid not null references works on delete cascade,
      parent_id uuid references comments on delete cascade,
      author_id uuid not null references users,
      body text not null check (length(body) <= 8000),
      pin jsonb,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db)
  await sql`create index comments_of_work on comments (work_id, id desc) where parent_id is null`.execute(db)
  await sql`create index comments_of_parent on comments (parent_id, id) where parent_id is not null`.execute(db)
  await sql`create index comments_of_author on comments (author_id)`.execute(db)
  await sql`
    create table reports (
      id uuid primary key,
      reporter_id uuid not null references users,
      kind text not null check (kind in ('work', 'comment', 'user')),
      subject_id uuid not null,
      reason text not null check (length(reason) <= 4000),
      created_at timestamptz not null default now(),
      unique (reporter_id, kind, subject_id)
    )`.execute(db)
}
