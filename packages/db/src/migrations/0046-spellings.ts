import { sql, type Kysely } from 'kysely'
import { LATIN, LOOK_ALIKES } from './0016-names.js'

// Characters that nobody sees: those of Unicode's general category Cf and all that are ignored by default.
const UNSEEN = String.raw`[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]`

/** Texts that only differ in how they were typed are one: tags, and words that are searched for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Large letters made small is what Unicode calls folding, as `casefold` of Postgres 18 would do: ß and SS are one. By
  // ICU, because in the database's own collation, C for one, only English letters may have a case.
  await sql`
    create function folded(said text) returns text language sql immutable parallel safe as $$
      select normalize(lower(upper(regexp_replace(normalize(said, NFKC), ${sql.lit(UNSEEN)}, '', 'g')
        collate "und-x-icu")), NFKC) $$`.execute(db)
  // However many # stand before it.
  await sql`
    create function tag_key(tag text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(public.folded(tag), '[#\\s]+', ' ', 'g')) $$`.execute(db)
  await sql`
    create function tag_keys(tags text[]) returns text[] language sql immutable parallel safe as $$
      select array(select public.tag_key(tag) from unnest(tags) as tag) $$`.execute(db)
  // How a tag was written by the first who published it.
  await sql`
    create table tags (
      name text not null,
      key text not null generated always as (tag_key(name)) stored
    )`.execute(db)
  await sql`create unique index tags_key on tags (key)`.execute(db)
  // As of 0016-names.ts and 0014-community.ts, but for `folded`. What they made of older rows stays until these change.
  await sql`
    create or replace function name_skeleton(name text) returns text language sql immutable parallel safe as $$
      select translate(public.folded(name), ${sql.lit(LOOK_ALIKES)}, ${sql.lit(LATIN)}) $$`.execute(db)
  await sql`
    create or replace function search_vector(parts text[]) returns tsvector language sql immutable parallel safe as $$
      with said as (select public.folded(coalesce(array_to_string(parts, ' '), '')) as words)
      select to_tsvector('pg_catalog.english', regexp_replace(words, '[⺀-鿿가-힯豈-﫿]+', ' ', 'g')) ||
        array_to_tsvector(array(
          select distinct piece from regexp_matches(words, '[⺀-鿿가-힯豈-﫿]+', 'g') as run,
            generate_series(1, length(run[1])) as at,
            unnest(array[substr(run[1], at, 1), substr(run[1], at, 2)]) as piece))
      from said $$`.execute(db)
}
