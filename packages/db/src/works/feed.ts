import { sql, type RawBuilder } from 'kysely'
import type { FeedSort } from '@toile/contracts/works/works.constants'
import { plannedEachTime, type Db } from '../client.js'
import { numberCursor, pageOf, timeCursor, type Page } from '../cursors.js'
import { orInCategoryNames } from '../categories/categories.js'
import { isShown } from './shown-works.js'
import { selectListed, type ListedWork } from './work-cards.js'

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
  /** Who asks: `following` is about whom they follow, and every work says whether they like it. */
  viewerId?: string | undefined
  limit: number
  cursor?: string | undefined
}

/**
 * Up to so many works that are looked for are fetched and put in order. Of more, enough come soon when works are walked
 * through in order; of few, that would be a walk through nearly all of them.
 */
const RARE = 1_000

/** Rows to read for a page, at least one more than it shows. Of few sizes, as each is a statement that Postgres keeps. */
const read = [25, 51, 101]

/** A search as Postgres has it: of a work's own words and its categories' names, and creators that it finds, up to `RARE` + 1. */
interface Search {
  words: string | null
  creators: string[]
}

/** Runs before the works are looked up, so that Postgres plans that with the words and creators known. */
async function parseSearch(db: Db, q: string): Promise<Search> {
  const found = await sql<Search>`with pieces as materialized (${piecesOf(q)}),
    parsed as materialized (
      select ${orInCategoryNames(sql`select piece from pieces`)}::text as words, ${allOf(sql`pieces`)} as query)
    select words, array(select id from users where search @@ (select query from parsed) limit ${sql.lit(RARE + 1)}) as creators
    from parsed`.execute(db)
  return found.rows[0]!
}

/** The names of the listings that a work must stand in. */
const listsOf = ({ category, tag }: FeedQuery) => [
  ...(tag ? [sql`'tag:' || tag_key(${tag})`] : []),
  ...(category ? [sql`'category:' || ${category}::text`] : []),
]

/** How the works of a feed are put in order, by columns of `works` and `work_counters`, and what comes after a cursor. */
interface Order {
  columns: RawBuilder<unknown>
  after: RawBuilder<boolean>[]
}

function orderOf({ sort, cursor }: FeedQuery): Order {
  if (sort === 'popular') {
    const last = numberCursor(cursor)
    return {
      columns: sql`popularity desc, work_id desc`,
      after: last ? [sql`(popularity, work_id) < (${last.value}, ${last.id}::uuid)`] : [],
    }
  }
  const last = timeCursor(cursor)
  return {
    columns: sql`works.released_at desc, works.id desc`,
    after: last ? [sql`(works.released_at, works.id) < (${last.at}, ${last.id}::uuid)`] : [],
  }
}

/** Released public works: the newest release first, or the most popular. */
export async function listFeed(db: Db, feed: FeedQuery): Promise<Page<ListedWork>> {
  const { columns } = orderOf(feed)
  // The page's works are found first, and only what they show is read of the other tables.
  const ids = feed.q
    ? sql`(select ${await findIds(db, feed, feed.q)}::uuid[])::uuid[]`
    : sql`(array(${pageIds(feed)}))[1:${feed.limit + 1}::int]`
  const rows = await selectListed(db, feed.viewerId)
    .where(sql<boolean>`works.id = any(${ids})`)
    .where(isShown())
    .orderBy(columns)
    .execute()
  return pageOf(rows, feed.limit, (row) => [feed.sort === 'popular' ? row.popularity : row.releasedAtMs, row.id])
}

/**
 * The ids of a page of a search. How often its words occur decides whether works are walked through in order or those that
 * match are put in order: Postgres knows, and is asked each time.
 */
async function findIds(db: Db, feed: FeedQuery, q: string): Promise<string[]> {
  const { words, creators } = await parseSearch(db, q)
  const matches = [
    ...(words === null ? [] : [sql`works.search @@ ${words}::tsquery`]),
    ...(creators.length > RARE ? [sql`works.owner_id in (select id from users where search @@ ${queryOf(q)})`] : []),
    ...(creators.length > 0 && creators.length <= RARE ? [sql`works.owner_id = any(${creators}::uuid[])`] : []),
  ]
  if (matches.length === 0) return []
  const found = await sql<{ id: string }>`${plannedEachTime}
    ${pageIds(feed, sql<boolean>`(${sql.join(matches, sql` or `)})`)}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** The ids of a page, and of one work more. */
function pageIds(feed: FeedQuery, matches?: RawBuilder<boolean>): RawBuilder<unknown> {
  // In the text, not beside it: a plan for any limit reckons with a tenth of all rows, so Postgres would keep none and
  // plan the same page anew each time, which takes longer than reading it.
  const limit = sql.lit(read.find((rows) => rows > feed.limit) ?? feed.limit + 1)
  const { columns, after } = orderOf(feed)
  const lists = listsOf(feed)
  const narrowing = [
    ...(feed.featured ? [sql<boolean>`works.featured_at is not null`] : []),
    ...(feed.ownerId ? [sql<boolean>`works.owner_id = ${feed.ownerId}`] : []),
  ]
  const wanted = [isShown(), ...after, ...narrowing]
  // A look-up for each work that is walked by: as a join, all works of the list would be sorted.
  const isListed = (list: RawBuilder<unknown>, id = sql`works.id`) => sql<boolean>`(select true from listings l
    where l.list = ${list} and l.released_at = works.released_at and l.work_id = ${id})`
  const from = feed.sort === 'popular' ? sql`work_counters join works on works.id = work_id` : sql`works`
  const page = (conditions: readonly RawBuilder<boolean>[]) =>
    sql`select works.id from ${from} where ${sql.join(conditions, sql` and `)} order by ${columns} limit ${limit}`
  const follows = sql`select followee_id from follows where follower_id = ${feed.viewerId ?? null}`
  const all = [...wanted, ...lists.map((list) => isListed(list))]

  if (matches) {
    const ofFollowed = feed.sort === 'following' ? [sql<boolean>`works.owner_id in (${follows})`] : []
    return page([...all, ...ofFollowed, matches])
  }
  if (feed.sort === 'following') {
    // Only of those whose newest work is among the newest may another one be: theirs alone are put in order.
    const newestOf = (people: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`
      select n.* from (${people}) as p cross join lateral (
        select works.id, works.released_at, works.owner_id as followee_id from works
        where works.owner_id = p.followee_id and ${sql.join(all, sql` and `)}
        order by works.released_at desc, works.id desc limit ${rows}) n
      order by n.released_at desc, n.id desc limit ${limit}`
    return sql`select id from (${newestOf(newestOf(follows, sql.lit(1)), limit)}) works`
  }
  const [list, ...others] = lists
  // Few works are of one creator, or recommended: those are looked up in the listing, and not the other way round.
  if (!list || narrowing.length > 0) return page(all)
  if (feed.sort === 'popular')
    return rareOr(
      sql`select work_id as id from listings where list = ${list}`,
      page([...wanted, ...others.map((other) => isListed(other)), sql`works.id in (select id from found)`]),
      page(all),
    )
  // By itself the listing says which works: Postgres keeps a plan that reads nothing else.
  const last = timeCursor(feed.cursor)
  const ofList = [
    sql`works.list = ${list}`,
    ...(last ? [sql`(works.released_at, works.work_id) < (${last.at}, ${last.id}::uuid)`] : []),
    ...others.map((other) => isListed(other, sql`works.work_id`)),
  ]
  return sql`select work_id from listings works where ${sql.join(ofList, sql` and `)}
    order by released_at desc, work_id desc limit ${limit}`
}

/** The page out of `found` where few are found, else by a walk; only the one that is needed is run. */
const rareOr = (found: RawBuilder<unknown>, rare: RawBuilder<unknown>, walk: RawBuilder<unknown>) => sql`
  with found as materialized (select id from (${found}) f limit ${sql.lit(RARE + 1)})
  select unnest(case when (select count(*) from found) <= ${sql.lit(RARE)} then array(${rare}) else array(${walk}) end)`

/**
 * A search text as a query for the columns `search`, all of whose words must occur; the last one may be the beginning of a
 * word. Null, which matches nothing, for a text without words.
 */
export function queryOf(text: string): RawBuilder<unknown> {
  return allOf(sql`(${piecesOf(text)}) pieces`)
}

const allOf = (pieces: RawBuilder<unknown>) => sql`(select string_agg(piece, ' & ')::tsquery from ${pieces})`

/**
 * The last Latin word matches by its beginning, from three letters on: for each such word GIN collects all rows with any
 * word that begins with it, before it looks at rarer words. A run of Chinese is sought by its pairs: they imply its
 * characters, and Postgres knows their frequencies.
 */
const piecesOf = (text: string) => sql`
  select quote_literal(lexeme) || case when lexeme ~ '^[a-z0-9]{3,}$' and place = last_place then ':*' else '' end as piece
  from (select lexeme, place, max(place) over () as last_place,
      string_agg(lexeme, ' ') filter (where lexeme ~ '^[⺀-鿿가-힯豈-﫿]{2}$') over () as pairs
    from unnest(search_vector(array[${text}::text])), lateral (select positions[cardinality(positions)] as place) p) l
  where lexeme !~ '[\\\\'']' and not (lexeme ~ '^[⺀-鿿가-힯豈-﫿]$' and pairs is not null and strpos(pairs, lexeme) > 0)`
