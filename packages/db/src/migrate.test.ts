import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeUser } from '@toile/testing/factories'
import type { Db } from './client.js'
import { migrate, migrations } from './migrate.js'
import { imagesOfUploads } from './images/images.js'
import { findUpload, listUploads } from './uploads/uploads.js'
import { findUserByEmail } from './users/users.js'
import { listFeed } from './works/feed.js'
import { listOwnWorks } from './works/works.js'
import { insertWork } from './works/works-transitions.js'
import { newId } from '@toile/contracts/ids'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

await t.test(
  'B06 a fresh database has nobody in it: the first administrator comes from the command line',
  async (t) => {
    const { rows } = await sql<{ people: number }>`select count(*)::int as people from users`.execute(test.db)
    t.equal(rows[0]!.people, 0)
  },
)

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

/** What the version before could not do without: a column or table, its name, its type, or to leave it out of an insert. */
const TAKES_AWAY =
  /\b(drop (column|table|view)|rename (to|column)|alter column \w+ (set data )?type|set not null)\b|\badd column \w+ [^,;`]*\bnot null\b(?![^,;`]*\bdefault\b)/i

await t.test('X14 no migration takes away what the version before it uses', async (t) => {
  for (const bad of ['alter table a drop column b', 'alter table a add column b text not null, add column c text'])
    t.match(bad, TAKES_AWAY, 'the check itself sees it')
  t.notMatch("alter table a add column b text not null default ''", TAKES_AWAY)
  const folder = path.join(import.meta.dirname, 'migrations')
  const files = readdirSync(folder).filter((file) => /^\d{4}-.*\.js$/.test(file))
  t.ok(files.length > 30)
  // The first one drops partitions of past months, in a function; 0054 came before anything was released.
  for (const file of files.filter((one) => !/^(0001|0054)-/.test(one)))
    t.notMatch(readFileSync(path.join(folder, file), 'utf8'), TAKES_AWAY, file)
})

await t.test('X14 a migration waits less for a lock than the calls that queue behind it', async (t) => {
  const asked = (db: Db) => sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)
  t.same((await asked(test.db)).rows, [{ lock_timeout: '3s' }], 'what a call waits')
  let waits: unknown
  const up = async (db: Db) => void (waits = (await asked(db)).rows)
  Object.assign(migrations, { '9000-asking': { up } })
  t.same(await migrate(test.db), ['9000-asking'])
  t.same(waits, [{ lock_timeout: '2s' }])
  t.same((await asked(test.db)).rows, [{ lock_timeout: '3s' }], 'and afterwards all is as before')
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
