import { sql, type RawBuilder } from 'kysely'
import type { FeedSort } from '@toile/contracts/works/works.constants'
import type { Db } from '../client.js'
import { numberCursor, pageOf, timeCursor, type Page } from '../cursors.js'
import { orInCategoryNames } from '../categories/categories.js'
import { isShown } from './shown-works.js'
import { hasTag } from './tags.js'
import { selectWorks, type WorkRow } from './works.js'

export interface FeedQuery {
  sort: FeedSort
  /** A slug; one that is not there has no works. */
  category?: string | undefined
  tag?: string | undefined
  /** Words of the work, of its categories or of its creator. */
  q?: string | undefined
  ownerId?: string | undefined
  /** Only what operators recommend. */
  featured?: boolean | undefined
  /** Who asks: `following` is about whom they follow. */
  viewerId?: string | undefined
  limit: number
  cursor?: string | undefined
}

/**
 * Up to so many works that match are fetched and put in order. Of more, enough come soon when works are walked through in
 * order; of few, that would be a walk through nearly all of them.
 */
const RARE = 1_000

/** Rows to read for a page, at least one more than it shows. Of two sizes, as each is a statement that Postgres keeps. */
const read = [25, 101]

/** The ids of works that match, by their own words, their categories' names or their creator's; some twice. */
const matches = (q: string) => sql`select id from works where search @@ ${orInCategoryNames(piecesOf(q))}
  union all select w.id from users u join works w on w.owner_id = u.id where u.search @@ ${queryOf(q)}`

/**
 * The same, asked of each work that is walked by. Inside coalesce() no index can answer it, or Postgres would fetch all
 * works that match and sort them: 6 s for a word that a million works have, where the walk takes 5 ms, and 0.4 s past
 * a million that do not match.
 */
const isMatch = (q: string) => sql<boolean>`coalesce(works.search @@ ${orInCategoryNames(piecesOf(q))}
  or works.owner_id in (select id from users where search @@ ${queryOf(q)}), false)`

/** Released public works: the newest release first, or the most popular. */
export async function listFeed(db: Db, feed: FeedQuery): Promise<Page<WorkRow>> {
  // In the text, not beside it: a plan for any limit reckons with a tenth of all rows, so Postgres would keep none and
  // plan the same page anew each time, which takes longer than reading it.
  const atMost = sql.lit(read.find((rows) => rows > feed.limit) ?? feed.limit + 1)
  let query = selectWorks(db).where(isShown())
  if (feed.category) query = query.where(sql<boolean>`categories @> array[${feed.category}]`)
  if (feed.tag) query = query.where(hasTag(feed.tag))
  if (feed.featured) query = query.where('works.featured_at', 'is not', null)
  if (feed.ownerId) query = query.where('works.owner_id', '=', feed.ownerId)
  if (feed.q) {
    const found = await sql<{ id: string }>`
      with found as materialized (${matches(feed.q)}) select id from found limit ${RARE + 1}`.execute(db)
    const ids = found.rows.map(({ id }) => id)
    query = query.where(ids.length > RARE ? isMatch(feed.q) : sql<boolean>`works.id = any(${ids}::uuid[])`)
  }
  if (feed.sort === 'following')
    query = query.where(
      sql<boolean>`works.owner_id in (select followee_id from follows where follower_id = ${feed.viewerId ?? null})`,
    )
  if (feed.sort === 'popular') {
    const before = numberCursor(feed.cursor)
    if (before) query = query.where(sql<boolean>`(popularity, work_id) < (${before.value}, ${before.id}::uuid)`)
    const rows = await query
      .select('popularity')
      .orderBy('popularity', 'desc')
      .orderBy('work_id', 'desc')
      .limit(atMost)
      .execute()
    return pageOf(rows, feed.limit, (row) => [row.popularity, row.id])
  }
  const before = timeCursor(feed.cursor)
  if (before) query = query.where(sql<boolean>`(released_at, works.id) < (${before.at}, ${before.id}::uuid)`)
  const rows = await query.orderBy('released_at', 'desc').orderBy('works.id', 'desc').limit(atMost).execute()
  return pageOf(rows, feed.limit, (row) => [row.releasedAt!.getTime(), row.id])
}

/**
 * What somebody typed, as a query for the columns `search`: taken apart as rows are, all pieces wanted; of Latin words of
 * three letters and more the beginning is enough. Matches nothing when there is no word in it.
 */
export function queryOf(text: string): RawBuilder<unknown> {
  return sql`(select string_agg(piece, ' & ')::tsquery from (${piecesOf(text)}) pieces)`
}

const piecesOf = (text: string) => sql`
  select quote_literal(lexeme) || case when lexeme ~ '^[a-z0-9]{3,}$' then ':*' else '' end as piece
  from unnest(search_vector(array[${text}::text])) where lexeme !~ '[\\\\'']'`
