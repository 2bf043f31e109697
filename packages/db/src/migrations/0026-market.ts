import { sql, type Kysely } from 'kysely'

/** The official market: its items, and who has downloaded them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Formats are searched for by name, so that "glb" finds what can be opened.
  await sql`
    create table market_items (
      id uuid primary key,
      title text not null default '' check (length(title) <= 240),
      intro text not null default '' check (length(intro) <= 4000),
      category text not null default 'other'
        check (category in ('garment', 'accessory', 'fabric', 'trim', 'avatar', 'pose', 'scene', 'other')),
      access text not null default 'free' check (access in ('free', 'entitled')),
      licence text not null default '' check (length(licence) <= 800),
      image_ids uuid[] not null default '{}',
      upload_id uuid references uploads,
      formats text[] not null default '{}',
      triangles integer,
      textures_px integer[] not null default '{}',
      downloads integer not null default 0,
      search tsvector generated always as (search_vector(formats || array[title, intro, category])) stored,
      published_at timestamptz,
      version bigint not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create index market_items_published on market_items (published_at desc, id desc) where published_at is not null`.execute(
    db,
  )
  await sql`create index market_items_search on market_items using gin (search)`.execute(db)
  await sql`create index market_items_of_upload on market_items (upload_id)`.execute(db)
  await sql`
    create table market_downloads (
      item_id uuid not null references market_items on delete cascade,
      user_id uuid not null references users,
      created_at timestamptz not null default now(),
      primary key (item_id, user_id)
    )`.execute(db)
  await sql`create index market_downloads_of_user on market_downloads (user_id)`.execute(db)
}
