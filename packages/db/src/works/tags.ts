import { sql } from 'kysely'
import type { Db } from '../client.js'
import { isShown } from './shown-works.js'

// All spellings of a tag are one tag; `tag_key` of the schema normalizes them.

/**
 * Gives a work's tags the spelling in which each was first published. Only public works define a spelling; otherwise, a
 * spelling would reveal the tags of private works. The update that changes nothing makes the insert return existing
 * tags. Call it in the transaction that writes the work.
 */
export async function spellTags(trx: Db, workId: string): Promise<void> {
  await sql`
    with typed as (
      select distinct on (key) key, tag, place from works, unnest(tags) with ordinality as t (tag, place),
        lateral (select tag_key(tag) as key) k
      where works.id = ${workId} and key <> '' order by key, place),
    settled as (
      insert into tags (name) select tag from typed
      where exists (select from works where id = ${workId} and ${isShown()}) order by key
      on conflict (key) do update set name = tags.name returning key, name),
    spelt as (
      select array(
        select coalesce(settled.name, tags.name, tag) from typed
        left join settled using (key) left join tags using (key) order by place) as tags)
    update works set tags = spelt.tags from spelt where works.id = ${workId} and works.tags <> spelt.tags`.execute(trx)
}

/** Tags are suggested from this many of the newest public works, which bounds the cost and follows trends. */
const TAGGED = 5_000
const TAGS = 10

export async function suggestTags(db: Db, beginning: string): Promise<{ tag: string; works: number }[]> {
  // Groups equal spellings first, so that each is normalized only once.
  const found = await sql<{ tag: string; works: number }>`
    with recent as (
      select tags from works where ${isShown()} order by released_at desc, id desc limit ${TAGGED}),
    spellings as materialized (
      select tag, tag_key(tag) as key, works from (
        select tag, count(*)::int as works from recent, unnest(tags) as tag group by tag) t)
    select coalesce(tags.name, min(tag)) as tag, sum(works)::int as works
    from spellings left join tags using (key)
    where starts_with(key, tag_key(${beginning})) and key <> ''
    group by key, tags.name order by works desc, tag limit ${TAGS}`.execute(db)
  return found.rows
}
