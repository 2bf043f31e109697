import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { createTestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { rowsTouched } from '@toile/testing/explain-rows'
import { seedWorks } from '@toile/testing/seeded-works'
import { inTransaction, type Db } from '../client.js'
import { setFollow } from '../users/creators.js'
import { listFeed, queryOf, type FeedQuery } from './feed.js'
import { findWorks, listOwnWorks } from './works.js'

const WORKS = 20_000
/** Works by three other creators, featured and with a tag of their own. They are on no first page of all works. */
const FEW = 303
const EACH = FEW / 3
/** `listFeed` sorts at most this many works of a list (`RARE` in feed.ts). */
const SORTED = 1_000
const LIMIT = 50
const PAGES = 20

const test = await createTestDatabase()
t.teardown(() => test.drop())
const owner = await makeUser(test.db)
const creators = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
const follower = await makeUser(test.db)
await seedWorks(test.db, owner, WORKS)
// Many works have the word's one pair or the other, but none has both.
await sql`update works set intro = intro || case right(title, 1) when '0' then ' 真丝' else ' 丝绒' end
  where title ~ '[05]$'`.execute(test.db)
await sql`with few as (
    insert into works (id, owner_id, title, categories, tags, visibility, state, released_at, featured_at)
    select gen_random_uuid(), (${creators.map(({ id }) => id)}::uuid[])[1 + n % 3],
      case n when 1 then 'Rare workshop' else 'Rare' end, array['dress'],
      array['few'], 'public', 'released', date_trunc('milliseconds', now()) - make_interval(mins => n + 10), now()
    from generate_series(1, ${FEW}::int) n returning id, released_at)
  insert into work_counters (work_id, popularity)
  select id, extract(epoch from released_at) / 86400 / 3 from few`.execute(test.db)
for (const { id } of [owner, ...creators]) await setFollow(test.db, follower.id, id, true)
await sql`vacuum analyze works, work_counters, listings, users, follows`.execute(test.db)

type Counts = Record<'works' | 'listings' | 'work_counters', number>

/** For each list, the rows that a page reads before it knows its works. */
const lists: Record<string, Partial<FeedQuery> & { first?: Partial<Counts> }> = {
  latest: {},
  popular: { sort: 'popular' },
  'a category': { category: 'dress' },
  'a tag': { tag: '#Seeded' },
  'a category and a tag': { category: 'dress', tag: 'seeded' },
  'a category, popular': { sort: 'popular', category: 'dress', first: { listings: SORTED } },
  'a tag, popular': { sort: 'popular', tag: 'seeded', first: { listings: SORTED } },
  'a category and a tag, popular': { sort: 'popular', category: 'dress', tag: 'seeded', first: { listings: SORTED } },
  'a rare tag': { tag: 'few' },
  'a rare tag, popular': { sort: 'popular', tag: 'few', first: { listings: FEW, works: FEW, work_counters: FEW } },
  'a category and a rare tag': { category: 'dress', tag: 'few' },
  'a category and a rare tag, popular': {
    sort: 'popular',
    category: 'dress',
    tag: 'few',
    first: { listings: 2 * FEW, works: FEW, work_counters: FEW },
  },
  'a creator of most works': { ownerId: owner.id },
  'a creator of most works, popular': { sort: 'popular', ownerId: owner.id, first: { works: SORTED } },
  'a creator of few works': { ownerId: creators[0]!.id },
  'a creator of few works, popular': {
    sort: 'popular',
    ownerId: creators[0]!.id,
    first: { works: 2 * EACH, work_counters: EACH },
  },
  featured: { featured: true, first: { works: FEW } },
  'featured, popular': { sort: 'popular', featured: true, first: { works: 2 * FEW, work_counters: FEW } },
  // Reads a page of each followed creator, and of four creators three such pages are not shown.
  following: { sort: 'following', first: { works: 3 * LIMIT } },
}

for (const [name, { first = {}, ...list }] of Object.entries(lists))
  await t.test(
    `page 1 and page ${PAGES} (or the last) of ${name} read few rows, and no work is skipped or shown twice`,
    async (t) => {
      const page = (cursor?: string): FeedQuery => ({
        sort: 'latest',
        ...list,
        viewerId: follower.id,
        limit: LIMIT,
        cursor,
      })
      const seen = new Set<string>()
      let cursor: string | undefined
      let before: string | undefined
      for (let number = 1; number <= PAGES && (number === 1 || cursor); number++) {
        const { items, nextCursor } = await listFeed(test.db, page(cursor))
        for (const { id } of items) seen.add(id)
        before = cursor
        cursor = nextCursor ?? undefined
      }
      const all = list.ownerId === creators[0]!.id ? EACH : list.tag === 'few' || list.featured ? FEW : WORKS
      t.equal(seen.size, Math.min(PAGES * LIMIT, all))
      const bounds = {
        works: 3 * LIMIT + (first.works ?? 0),
        listings: 3 * LIMIT + (first.listings ?? 0),
        work_counters: 3 * LIMIT + (first.work_counters ?? 0),
        // All tables together.
        '%': 7 * LIMIT + Object.values(first).reduce((sum, rows) => sum + rows, 0),
      }
      for (const [what, feed] of Object.entries({
        'page 1': page(),
        [`page ${Math.ceil(seen.size / LIMIT)}`]: page(before),
      }))
        // From the sixth call on, Postgres may have another plan.
        for (const calls of ['first', 'later'])
          for (const [table, bound] of Object.entries(bounds)) {
            const rows = await rowsTouched(test.db, (one) => listFeed(one, feed), table)
            t.ok(rows <= bound, `${rows} of at most ${bound} rows of ${table} for ${what}, ${calls} calls`)
          }
    },
  )

await t.test('listing one’s own works, in all states or in one, reads no other works', async (t) => {
  for (const state of [undefined, 'released', 'draft'] as const)
    for (const cursor of [
      undefined,
      (await listOwnWorks(test.db, { ownerId: owner.id, state, limit: LIMIT })).nextCursor,
    ]) {
      const own = { ownerId: owner.id, state, limit: LIMIT, cursor: cursor ?? undefined }
      const rows = await rowsTouched(test.db, (one) => listOwnWorks(one, own))
      t.ok(rows <= 5 * LIMIT, `${rows} rows for works of ${state ?? 'any state'}`)
    }
})

await t.test('rows that Postgres reads only from an index, or with parallel workers, are counted', async (t) => {
  const oldest = sql`select work_id from listings where list = 'tag:seeded' order by released_at limit 99`
  t.equal(await rowsTouched(test.db, (one) => oldest.execute(one), 'listings'), 99)
  await inTransaction(test.db, async (trx) => {
    for (const setting of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'])
      await sql`set local ${sql.ref(setting)} = 0`.execute(trx)
    await sql`set local parallel_leader_participation = off`.execute(trx)
    const query = sql<{ 'QUERY PLAN': string }>`explain select count(*) from works where title = 'Rare'`
    t.match((await query.execute(trx)).rows.map((row) => row['QUERY PLAN']).join('\n'), 'Gather')
    const read = (one: Db) => sql`select count(*) from works where title = 'Rare'`.execute(one)
    t.equal(await rowsTouched(trx, read), WORKS + FEW)
  })
})

await t.test('combined filters find the intersection of what each finds', async (t) => {
  const count = async (feed: Partial<FeedQuery>) =>
    (await listFeed(test.db, { sort: 'latest', limit: LIMIT, viewerId: follower.id, ...feed })).items.length
  const ids = async (feed: Partial<FeedQuery>) =>
    (await listFeed(test.db, { sort: 'latest', limit: LIMIT, viewerId: follower.id, ...feed })).items.map(
      ({ id }) => id,
    )
  for (const sort of ['latest', 'popular', 'following'] as const) {
    const all = await ids({ sort })
    for (const filters of [
      { category: 'dress' },
      { tag: 'seeded' },
      { category: 'dress', tag: 'seeded', ownerId: owner.id },
      { category: 'dress', q: 'one many' },
      { q: 'one many', ownerId: owner.id },
    ])
      t.same(await ids({ sort, ...filters }), all, `${sort} ${JSON.stringify(filters)}: in the order of the feed`)
    t.equal(await count({ sort, category: 'coat', tag: 'seeded' }), 0)
    t.equal(await count({ sort, category: 'dress', tag: 'nothing' }), 0)
    t.equal(await count({ sort, tag: 'seeded', featured: true }), 0)
    t.equal(await count({ sort, tag: 'seeded', q: 'one many' }), LIMIT)
    t.equal(await count({ sort, tag: 'seeded', q: 'nowhere' }), 0)
  }
  t.equal(await count({ sort: 'following', viewerId: owner.id }), 0, 'empty for users who follow nobody')
})

await t.test('searching for a word without matches reads no works, however many were just written', async (t) => {
  const search = (word: string) => (one: typeof test.db) =>
    sql`select id from works where search @@ ${queryOf(word)}`.execute(one)
  t.equal((await search('seeded')(test.db)).rows.length, WORKS)
  t.equal(await rowsTouched(test.db, search('nowhere')), 0)
})

await t.test('a search reads only the matching works, whether none, one or all match', async (t) => {
  const found = (q: string) => (one: typeof test.db) => listFeed(one, { sort: 'latest', limit: LIMIT, q })
  t.equal((await found('nowhere')(test.db)).items.length, 0)
  // The bound leaves room for the small tables of users and categories, which are read completely.
  const none = await rowsTouched(test.db, found('nowhere'))
  t.ok(none < 40, `${none} rows for a word in no work`)
  const { items } = await found('12345')(test.db)
  const works = await findWorks(
    test.db,
    items.map(({ id }) => id),
  )
  t.same(
    works.map(({ title }) => title),
    ['Work 12345'],
  )
  const one = await rowsTouched(test.db, found('12345'))
  t.ok(one < 40, `${one} rows for a word in one work`)
  const matches = Math.ceil(WORKS / 150)
  const some = await rowsTouched(test.db, found('hue33'))
  t.ok(some <= matches + 3 * LIMIT, `${some} rows for a word in ${matches} works`)
  const all = await found('seeded')(test.db)
  t.same(all, await listFeed(test.db, { sort: 'latest', limit: LIMIT }), 'in the order of the feed')
  t.same(all, await found(owner.username)(test.db), "also by their creator's name")
  for (const sort of ['latest', 'popular', 'following'] as const) {
    const feed = { sort, limit: LIMIT, q: 'seeded', viewerId: follower.id }
    const common = await rowsTouched(test.db, (one) => listFeed(one, feed))
    t.ok(common <= 5 * LIMIT, `${common} rows for a word in all works, ${sort}`)
  }
})

await t.test('the last word may be the beginning of a longer word, unless many works have it as it is', async (t) => {
  const found = async (q: string) => (await listFeed(test.db, { sort: 'latest', limit: LIMIT, q })).items.length
  t.equal(await found('rare worksh'), 1)
  t.equal(await found('rare work'), 0)
  t.equal(await found('rar'), LIMIT)
})

await t.test('a search for words that many works have, but none has together, reads no works', async (t) => {
  const find = (one: Db) => listFeed(one, { sort: 'latest', limit: LIMIT, q: '真丝绒' })
  t.same((await find(test.db)).items, [])
  const rows = await rowsTouched(test.db, find)
  t.ok(rows < 40, `${rows} rows`)
})

await t.test('a search finds the works of all creators with that name, however many they are', async (t) => {
  const CREATORS = 1_100
  await sql`with crowd as (
      insert into users (id, username, email, invite_code)
      select gen_random_uuid(), 'crowd ' || n, 'crowd' || n || '@example.test', 'crowd' || n
      from generate_series(1, ${CREATORS}::int) n returning id),
    made as (
      insert into works (id, owner_id, title, visibility, state, released_at)
      select gen_random_uuid(), id, 'Untitled', 'public', 'released', date_trunc('milliseconds', now()) from crowd returning id)
    insert into work_counters (work_id) select id from made`.execute(test.db)
  const found = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await listFeed(test.db, { sort: 'latest', limit: 100, q: 'crowd', cursor })
    for (const { id } of page.items) found.add(id)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  t.equal(found.size, CREATORS)
})
