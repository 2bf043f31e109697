import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { inTransaction } from '@toile/db/client'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import { createTestDatabase } from '@toile/testing/database'
import { makeImage, makeReadyUpload, makeUser } from '@toile/testing/factories'
import { seedContent } from './seed-content.js'

t.test('reports the rows that it made, none without templates', async (t) => {
  const test = await createTestDatabase()
  t.teardown(() => test.drop())
  const { db } = test
  const none = { works: 0, users: 0, pictures: 0, likes: 0, comments: 0, follows: 0 }
  t.same(await seedContent(db, { works: 5, users: 5 }), none)

  const owner = await makeUser(db)
  await makeImage(db, owner, 'avatar')
  const { uploadId, coverId } = await makeReadyUpload(db, owner)
  await inTransaction(db, async (trx) => {
    const id = newId()
    await insertWork(trx, { id, ownerId: owner.id, title: 'Coat', upload_id: uploadId, cover_id: coverId })
    await moveWork(trx, id, 'released')
  })
  const tables = { works: 'works', users: 'users', pictures: 'images', likes: 'work_likes', comments: 'comments' }
  const count = async () => {
    const rows = Object.entries({ ...tables, follows: 'follows' }).map(async ([name, table]) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)
      return [name, rows[0]!.n] as const
    })
    return Object.fromEntries(await Promise.all(rows))
  }
  const before = await count()
  const made = await seedContent(db, { works: 5, users: 5 })
  t.match(made, { works: 5, users: 5 })
  const after = await count()
  t.same(made, Object.fromEntries(Object.entries(after).map(([name, n]) => [name, n - before[name]!])))
})
