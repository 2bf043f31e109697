import { sql, type Kysely } from 'kysely'

// Letters of Cyrillic and Greek, and below each the Latin one that it looks like as a small or a capital letter.
export const LOOK_ALIKES = 'авекмнорстухіїјѕһԁԛԝӏёαβεζηικμνορτυχγ'
export const LATIN = 'abekmhopctyxiïjshdqwlëabezhikmvoptyxy'

/** No two people are shown by names that look the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function name_skeleton(name text) returns text language sql immutable parallel safe as $$
      select translate(lower(normalize(name, NFKC)), ${sql.lit(LOOK_ALIKES)}, ${sql.lit(LATIN)}) $$`.execute(db)
  const shown = sql`name_skeleton(case when nickname = '' then username::text else nickname end)`
  // Whoever came later to a name that others have is shown by their username and the end of their id from now on.
  await sql`
    update users set nickname = left(username::text, 23) || '-' || right(id::text, 8)
    where id in (select id from (
      select id, row_number() over (partition by ${shown} order by created_at, id) as place from users) u
      where place > 1)`.execute(db)
  await sql`alter table users add column shown_skeleton text generated always as (${shown}) stored`.execute(db)
  await sql`create unique index users_shown_skeleton on users (shown_skeleton)`.execute(db)
}
