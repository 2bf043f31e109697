import { sql } from 'kysely'
import type { SitemapPart } from '@toile/contracts/crawlers.constants'
import type { Db } from '../client.js'
import { isAnnounced } from '../activities/activities.js'
import { isShown } from '../works/shown-works.js'

const shownWorks = sql`select id, updated_at as "changedAt" from works where ${isShown()}`
const shownCreators = sql`select owner_id as id, max(updated_at) as "changedAt" from works where ${isShown()} group by owner_id`

/** The first id of each sitemap file. A file lists at most `size` works or `size` creators. */
export async function sitemapStarts(db: Db, size: number): Promise<{ part: SitemapPart; from: string }[]> {
  const starts = (part: SitemapPart, ids: typeof shownWorks) => sql`select ${part}::text as part, id as "from" from (
      select id, row_number() over (order by id) - 1 as n from (${ids}) shown) numbered where n % ${size} = 0`
  const { rows } = await sql<{ part: SitemapPart; from: string }>`
    ${starts('works', shownWorks)} union all ${starts('creators', shownCreators)} order by part, "from"`.execute(db)
  return rows
}

interface Entry {
  id: string
  changedAt: Date
}

export async function sitemapEntries(
  db: Db,
  part: 'works' | 'creators',
  { from, limit }: { from: string; limit: number },
): Promise<Entry[]> {
  const { rows } = await (
    part === 'works'
      ? sql<Entry>`${shownWorks} and id >= ${from} order by id limit ${limit}`
      : sql<Entry>`select owner_id as id, max(updated_at) as "changedAt" from works
        where ${isShown()} and owner_id >= ${from} group by owner_id order by owner_id limit ${limit}`
  ).execute(db)
  return rows
}

export async function sitemapPages(
  db: Db,
  limit: number,
): Promise<{ kind: 'course' | 'activity'; id: string; changedAt: Date }[]> {
  const { rows } = await sql<{ kind: 'course' | 'activity'; id: string; changedAt: Date }>`
    (select 'course' as kind, id, updated_at as "changedAt" from courses where published_at is not null
      order by published_at desc limit ${limit})
    union all
    (select 'activity', id, updated_at from activities where ${isAnnounced}
      order by starts_at desc limit ${limit})`.execute(db)
  return rows
}
