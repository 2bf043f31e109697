import { sql } from 'kysely'
import t from 'tap'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeUser } from '@toile/testing/factories'
import { migrate } from './migrate.js'
import { imagesOfUploads } from './queries/images.js'
import { findUpload, listUploads } from './queries/uploads.js'
import { findUserByEmail } from './queries/users.js'
import { listFeed } from './queries/feed.js'
import { insertWork, listOwnWorks } from './queries/works.js'
import { newId } from '@toile/contracts/ids'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

await t.test('X14 the version before runs on the schema after', async (t) => {
  const owner = await makeUser(test.db)
  const { uploadId } = await makeReadyUpload(test.db, owner)
  await test.db.transaction().execute((trx) => insertWork(trx, { id: newId(), ownerId: owner.id }))
  const everyRead = () =>
    test.db.connection().execute(async (one) => {
      await findUserByEmail(one, owner.email)
      await findUpload(one, uploadId)
      await listUploads(one, { ownerId: owner.id, limit: 10 })
      await imagesOfUploads(one, [uploadId])
      await listFeed(one, { sort: 'latest', limit: 10 })
      await listOwnWorks(one, { ownerId: owner.id, limit: 10 })
    })
  await everyRead()

  // What a later version may do to a table that this one is using: an added column, an index.
  for (const table of ['users', 'sessions', 'files', 'uploads', 'images', 'image_variants', 'works', 'work_counters'])
    await sql`alter table ${sql.table(table)} add column later text not null default ''`.execute(test.db)
  await t.resolves(everyRead(), 'statements prepared before the migration go on working')
  await t.resolves(makeReadyUpload(test.db, owner), 'and so do the writers')
})

await t.test('a schema that is ahead is left alone', async (t) => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`.execute(test.db)
  t.same(await migrate(test.db), [])
})

await t.test('audit rows cannot be changed or removed', async (t) => {
  await sql`insert into audit (id, action, subject_kind) values (${newId()}, 'test', 'none')`.execute(test.db)
  await t.rejects(sql`update audit set action = 'other'`.execute(test.db), /kept as they were written/)
  await t.rejects(sql`delete from audit`.execute(test.db), /kept as they were written/)
})
