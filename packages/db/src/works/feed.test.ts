import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { rowsTouched } from '@toile/testing/explain-rows'
import { seedWorks } from '@toile/testing/seeded-works'
import { listFeed, queryOf } from './feed.js'
import type { User } from '../users/users.js'

const WORKS = 3_000
const LIMIT = 50
const PAGES = 20

let test: TestDatabase
let owner: User
t.before(async () => {
  test = await createTestDatabase()
  owner = await makeUser(test.db)
  await seedWorks(test.db, owner, WORKS)
})
t.teardown(() => test.drop())

for (const sort of ['latest', 'popular'] as const)
  await t.test(
    `page ${PAGES} of ${sort} looks at as many rows as page 1, and no work is skipped or shown twice`,
    async (t) => {
      const page = (cursor?: string) => ({ sort, limit: LIMIT, cursor })
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
      const first = await rowsTouched(test.db, (one) => listFeed(one, page()))
      const last = await rowsTouched(test.db, (one) => listFeed(one, page(before)))
      t.ok(last <= first * 1.2, `${last} rows on page ${PAGES}, ${first} on page 1`)
      t.ok(first < 6 * LIMIT, `${first} rows for ${LIMIT} works, each with its creator and counts`)
    },
  )

await t.test(
  'a word that no work has is looked up without reading works, however many were just written',
  async (t) => {
    const search = (word: string) => (one: typeof test.db) =>
      sql`select id from works where search @@ ${queryOf(word)}`.execute(one)
    t.equal((await search('seeded')(test.db)).rows.length, WORKS)
    t.equal(await rowsTouched(test.db, search('nowhere')), 0)
  },
)

await t.test('a search looks at the works that match, be they none, one or all', async (t) => {
  const found = (q: string) => (one: typeof test.db) => listFeed(one, { sort: 'latest', limit: LIMIT, q })
  t.equal((await found('nowhere')(test.db)).items.length, 0)
  // The tables of users and of categories are so small that they are read.
  const none = await rowsTouched(test.db, found('nowhere'))
  t.ok(none < 40, `${none} rows for a word that none has`)
  const { items } = await found('1234')(test.db)
  t.same(
    items.map(({ title }) => title),
    ['Work 1234'],
  )
  const one = await rowsTouched(test.db, found('1234'))
  t.ok(one < 40, `${one} rows for a word that one has`)
  const all = await found('seeded')(test.db)
  t.same(all, await listFeed(test.db, { sort: 'latest', limit: LIMIT }), 'in the order of the feed')
  t.same(all, await found(owner.username)(test.db), 'or by the name of who made them')
  const common = await rowsTouched(test.db, found('seeded'))
  t.ok(common < WORKS, `${common} rows for a word that all have`)
})
