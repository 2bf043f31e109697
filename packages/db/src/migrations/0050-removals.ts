import { sql, type Kysely } from 'kysely'

/** When what nobody uses is removed, since when its person knows, and pictures that are held while somebody shows them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nothing shows a picture yet when it comes. Those that are there have as long from today.
  await sql`
    alter table images
      add column removal_due_at timestamptz default now() + interval '30 days',
      add column removal_announced_at timestamptz,
      add column references_checked_at timestamptz not null default now()`.execute(db)
  await sql`
    alter table uploads
      add column removal_due_at timestamptz,
      add column removal_announced_at timestamptz`.execute(db)
  await sql`update uploads set removal_due_at = now() + interval '30 days' from users
    where users.id = owner_id and email_verified_at is null and deleted_at is null`.execute(db)
  // What a foreign key does for one id: a picture cannot be removed while somebody puts it into a list.
  await sql`
    create function hold_images() returns trigger language plpgsql as $$
    declare
      shown uuid[];
      former uuid[] := '{}';
      held bigint;
    begin
      execute format('select ($1).%I', tg_argv[0]) into shown using new;
      if tg_op = 'UPDATE' then execute format('select ($1).%I', tg_argv[0]) into former using old; end if;
      shown := array(select distinct added from unnest(shown) as added where added <> all (former));
      perform from images where id = any (shown) order by id for key share;
      get diagnostics held = row_count;
      if held < cardinality(shown) then
        raise exception 'a picture is gone' using errcode = 'foreign_key_violation', constraint = 'shown_image';
      end if;
      return new;
    end $$`.execute(db)
  for (const [table, column] of lists) {
    const list = sql.ref(column)
    await sql`create trigger ${sql.ref(`${table}_hold_${column}`)} before insert or update of ${list} on ${sql.table(table)}
      for each row when (new.${list} <> '{}') execute function hold_images(${sql.lit(column)})`.execute(db)
  }
}

/** Versions of works name what their work shows, and hold it themselves. */
const lists = [
  ['works', 'image_ids'],
  ['activities', 'image_ids'],
  ['courses', 'image_ids'],
  ['course_videos', 'image_ids'],
  ['market_items', 'image_ids'],
  ['market_items', 'inline_ids'],
] as const
