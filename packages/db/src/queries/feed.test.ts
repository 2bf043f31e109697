import t from 'tap'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { rowsTouched } from '@toile/testing/rows-touched'
import { seedWorks } from '@toile/testing/seeded-works'
import { listFeed } from './feed.js'

const WORKS = 3_000
const LIMIT = 50
const PAGES = 20

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
  await seedWorks(test.db, await makeUser(test.db), WORKS)
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
