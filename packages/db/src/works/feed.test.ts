import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { rowsTouched } from '@toile/testing/explain-rows'
import { seedWorks } from '@toile/testing/seeded-works'
import { setFollow } from '../users/creators.js'
import { listFeed, queryOf, type FeedQuery } from './feed.js'
import { findWorks, listOwnWorks } from './works.js'
import type { User } from '../users/users.js'

const WORKS = 20_000
const LIMIT = 50
const PAGES = 20

let test: TestDatabase
let owner: User
let follower: User
t.before(async () => {
  test = await createTestDatabase()
  owner = await makeUser(test.db)
  await seedWorks(test.db, owner, WORKS)
  follower = await makeUser(test.db)
  await setFollow(test.db, follower.id, owner.id, true)
})
t.teardown(() => test.drop())

const lists: Record<string, Pick<FeedQuery, 'sort' | 'category' | 'tag' | 'ownerId'>> = {
  latest: { sort: 'latest' },
  popular: { sort: 'popular' },
  'a category': { sort: 'latest', category: 'dress' },
  'a tag': { sort: 'latest', tag: '#Seeded' },
  'a category, popular': { sort: 'popular', category: 'dress' },
  following: { sort: 'following' },
  'a creator': { sort: 'latest', ownerId: '' },
}

for (const [name, list] of Object.entries(lists))
  await t.test(
    `page ${PAGES} of ${name} reads as many rows as page 1, and no work is skipped or shown twice`,
    async (t) => {
      const page = (cursor?: string): FeedQuery => ({
        ...list,
        ...(list.ownerId === '' && { ownerId: owner.id }),
        viewerId: follower.id,
        limit: LIMIT,
        cursor,
      })
      const seen = new Set<string>()
      let cursor: string | undefined
      let before: string | undefined
      for (let number = 1; number <= PAGES; number++) {
        const { items, nextCursor } = await listFeed(test.db, page(cursor))
        for (const { id } of items) seen.add(id)
        before = cursor
        cursor = nextCursor ?? undefined
      }
      t.equal(seen.size, PAGES * LIMIT)
      const first = await rowsTouched(test.db, (one) => listFeed(one, page()), 'works')
      const last = await rowsTouched(test.db, (one) => listFeed(one, page(before)), 'works')
      t.ok(first <= 3 * LIMIT, `${first} works for a page of ${LIMIT}`)
      t.ok(last <= 3 * LIMIT, `${last} works for page ${PAGES}`)
    },
  )

await t.test('listing one’s own works, in all states or in one, reads no other works', async (t) => {
  for (const state of [undefined, 'released', 'draft'] as const)
    for (const cursor of [
      undefined,
      (await listOwnWorks(test.db, { ownerId: owner.id, state, limit: LIMIT })).nextCursor,
    ]) {
      const own = { ownerId: owner.id, state, limit: LIMIT, cursor: cursor ?? undefined }
      const works = await rowsTouched(test.db, (one) => listOwnWorks(one, own), 'works')
      t.ok(works <= 3 * LIMIT, `${works} works of ${state ?? 'any state'}`)
    }
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
    t.equal(await count({ sort, category: 'dress', featured: true }), 0)
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
  const all = await found('seeded')(test.db)
  t.same(all, await listFeed(test.db, { sort: 'latest', limit: LIMIT }), 'in the order of the feed')
  t.same(all, await found(owner.username)(test.db), "also by their creator's name")
  const common = await rowsTouched(test.db, found('seeded'))
  t.ok(common < WORKS, `${common} rows for a word in all works`)
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
