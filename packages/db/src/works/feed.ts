import { sql, type RawBuilder } from 'kysely'
import type { FeedSort } from '@toile/contracts/works/works.constants'
import { plannedEachTime, type Db } from '../client.js'
import { numberCursor, pageOf, timeCursor, type Page } from '../cursors.js'
import { orInCategoryNames } from '../categories/categories.js'
import { isShown } from './shown-works.js'
import { selectListed, type ListedWork } from './work-cards.js'

export interface FeedQuery {
  sort: FeedSort
  /** A slug; an unknown one matches no works. */
  category?: string | undefined
  tag?: string | undefined
  /** Matches the work, its categories and its creator. */
  q?: string | undefined
  ownerId?: string | undefined
  featured?: boolean | undefined
  /** Needed for the order `following` and for `liked` of each work. */
  viewerId?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** A Chinese, Japanese or Korean character, as in the function search_vector(). */
const CJK = '[⺀-鿿가-힯豈-﫿]'

/** At most this many works of a list are sorted. If it has more, reading works in order finds a page sooner. */
const RARE = 1_000

/** Numbers of rows to read; the first above the page's limit is used. They are few, as each needs its own statement. */
const read = [25, 51, 101]

/** A parsed search: words to find in works and categories, and ids of matching creators (at most `RARE` + 1). */
interface Search {
  words: string | null
  creators: string[]
}

/** Words that more than `RARE` works have, as far as Postgres' statistics know. */
const common = sql`select word from pg_stats,
    unnest(most_common_elems::text::text[], most_common_elem_freqs) elements(word, share)
  where schemaname = current_schema and tablename = 'works' and attname = 'search'
    and share * (select reltuples from pg_class where oid = 'works'::regclass) > ${sql.lit(RARE)}`

/** Parses a search first, so that Postgres knows the creators when it plans the query of the works. */
async function parseSearch(db: Db, q: string): Promise<Search> {
  // GIN collects the rows of all words with a prefix before it looks at rarer words, so a common word is no prefix.
  const wanted = sql`select case when lexeme in (${common}) then quote_literal(lexeme) else piece end as piece
    from pieces`
  const found = await sql<Search>`with pieces as materialized (${piecesOf(q)}),
    parsed as materialized (select ${orInCategoryNames(wanted)}::text as words, ${allOf(sql`pieces`)} as query)
    select words,
      array(select id from users where search @@ (select query from parsed) limit ${sql.lit(RARE + 1)}) as creators
    from parsed`.execute(db)
  return found.rows[0]!
}

const listsOf = ({ category, tag }: FeedQuery) => [
  ...(tag ? [sql`'tag:' || tag_key(${tag})`] : []),
  ...(category ? [sql`'category:' || ${category}::text`] : []),
]

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

/** Released public works, newest or most popular first; for `following`, those of followed users, newest first. */
export async function listFeed(db: Db, feed: FeedQuery): Promise<Page<ListedWork>> {
  const { columns } = orderOf(feed)
  // Finds the page's ids first, so that the other tables are read only for these.
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

/** Postgres plans this query on each call, because it walks the works for frequent words but sorts for rare ones. */
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

function pageIds(feed: FeedQuery, matches?: RawBuilder<boolean>): RawBuilder<unknown> {
  // The limit is a literal. If it were a parameter, a generic plan would assume a limit of a tenth of all rows, and
  // making a new plan for each call takes longer than reading the rows.
  const limit = sql.lit(read.find((rows) => rows > feed.limit) ?? feed.limit + 1)
  const { columns, after } = orderOf(feed)
  const lists = listsOf(feed)
  const narrowing = [
    ...(feed.featured ? [sql<boolean>`works.featured_at is not null`] : []),
    ...(feed.ownerId ? [sql<boolean>`works.owner_id = ${feed.ownerId}`] : []),
  ]
  const wanted = [isShown(), ...after, ...narrowing]
  // A subquery checks each work as works are read in order. For a join, Postgres would first sort the whole list.
  const isListed = (list: RawBuilder<unknown>, id = sql`works.id`) => sql<boolean>`(select true from listings l
    where l.list = ${list} and l.released_at = works.released_at and l.work_id = ${id})`
  const from = feed.sort === 'popular' ? sql`work_counters join works on works.id = work_id` : sql`works`
  const page = (conditions: readonly RawBuilder<boolean>[]) =>
    sql`select works.id from ${from} where ${sql.join(conditions, sql` and `)} order by ${columns} limit ${limit}`
  // Looks up each found work. For a join, Postgres reads all counters if there are only some 20,000, because that costs
  // about as much as a few hundred look-ups.
  const rare = (conditions: readonly RawBuilder<boolean>[]) => sql`select work_id from found cross join lateral (
    select popularity, work_id from ${from} where work_id = found.id and ${sql.join(conditions, sql` and `)} limit 1) c
    order by ${columns} limit ${limit}`
  const follows = sql`select followee_id from follows where follower_id = ${feed.viewerId ?? null}`
  const all = [...wanted, ...lists.map((list) => isListed(list))]

  if (matches) {
    const ofFollowed = feed.sort === 'following' ? [sql<boolean>`works.owner_id in (${follows})`] : []
    return page([...all, ...ofFollowed, matches])
  }
  if (feed.sort === 'following') {
    // First finds the followed users who have the newest works. Only their works can be on this page.
    const newestOf = (people: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`
      select n.* from (${people}) as p cross join lateral (
        select works.id, works.released_at, works.owner_id as followee_id from works
        where works.owner_id = p.followee_id and ${sql.join(all, sql` and `)}
        order by works.released_at desc, works.id desc limit ${rows}) n
      order by n.released_at desc, n.id desc limit ${limit}`
    return sql`select id from (${newestOf(newestOf(follows, sql.lit(1)), limit)}) works`
  }
  const [list, ...others] = lists
  if (feed.sort === 'popular' && narrowing.length > 0)
    return rareOr(
      sql`select works.id from works where ${sql.join([isShown(), ...narrowing], sql` and `)}
        order by works.released_at desc, works.id desc`,
      rare(all),
      page(all),
    )
  // A filter by creator or `featured` leaves few works, so the listings of each one are looked up.
  if (!list || narrowing.length > 0) return page(all)
  if (feed.sort === 'popular')
    return rareOr(
      sql`select work_id as id from listings where list = ${list} order by released_at desc, work_id desc`,
      rare([...wanted, ...others.map((other) => isListed(other))]),
      page(all),
    )
  // `listings` has the works of each list in order, so this query and its cached plan read no other table.
  const last = timeCursor(feed.cursor)
  const ofList = [
    sql`works.list = ${list}`,
    ...(last ? [sql`(works.released_at, works.work_id) < (${last.at}, ${last.id}::uuid)`] : []),
    ...others.map((other) => isListed(other, sql`works.work_id`)),
  ]
  return sql`select work_id from listings works where ${sql.join(ofList, sql` and `)}
    order by released_at desc, work_id desc limit ${limit}`
}

/**
 * If `found` has at most `RARE` rows, runs only `rare`, which sorts them; otherwise runs only `walk`. Give `found` the
 * order of an index, or else a generic plan, which takes each list for a long one, reads the whole table.
 */
const rareOr = (found: RawBuilder<unknown>, rare: RawBuilder<unknown>, walk: RawBuilder<unknown>) => sql`
  with found as materialized (${found} limit ${sql.lit(RARE + 1)})
  select unnest(case when (select count(*) from found) <= ${sql.lit(RARE)} then array(${rare}) else array(${walk}) end)`

/**
 * A tsquery that requires all words of the text except English stop words. If the last word consists of at least three
 * Latin letters or digits, it may be the beginning of a longer word. Matches nothing if the text has no words.
 */
export function queryOf(text: string): RawBuilder<unknown> {
  return allOf(sql`(${piecesOf(text)}) pieces`)
}

const allOf = (pieces: RawBuilder<unknown>) => sql`(select string_agg(piece, ' & ')::tsquery from ${pieces})`

/**
 * The words of a search. Only the last word, if it is Latin, is a prefix. Chinese, Japanese and Korean text becomes
 * pairs of characters, whose frequency Postgres can estimate.
 */
const piecesOf = (text: string) => sql`
  select lexeme, quote_literal(lexeme) ||
    case when lexeme ~ '^[a-z0-9]{3,}$' and place = last_place then ':*' else '' end as piece
  from (select lexeme, place, max(place) over () as last_place,
      string_agg(lexeme, ' ') filter (where lexeme ~ ${sql.lit(`^${CJK}{2}$`)}) over () as pairs
    from unnest(search_vector(array[${text}::text])), lateral (select positions[cardinality(positions)] as place) p) l
  where lexeme !~ '[\\\\'']'
    and not (lexeme ~ ${sql.lit(`^${CJK}$`)} and pairs is not null and strpos(pairs, lexeme) > 0)`
