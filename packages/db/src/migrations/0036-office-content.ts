import { sql, type Kysely } from 'kysely'

/** Pictures within the texts of courses and of the market, the market's long text, and announcements that were taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column image_ids uuid[] not null default '{}'`.execute(db)
  await sql`alter table course_videos add column image_ids uuid[] not null default '{}'`.execute(db)
  await sql`
    alter table market_items
      add column description text not null default '' check (length(description) <= 40000),
      add column inline_ids uuid[] not null default '{}'`.execute(db)
  await sql`alter table announcements add column withdrawn_at timestamptz`.execute(db)
}
