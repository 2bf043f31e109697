import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Test } from '@tapjs/test'
import { root } from '@toile/runtime/root'
import t from '@toile/testing/tap'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeUser } from '@toile/testing/factories'
import { migrate, migrationNames, migrationsMissing } from './migrate.js'
import { withClient } from './with-client.js'
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

await t.test('B06 a fresh database has no users: the first administrator comes from the command line', async (t) => {
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from users`.execute(test.db)
  t.equal(rows[0]!.people, 0)
})

await t.test('X14 the previous version runs on the new schema', async (t) => {
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

  // A later version may only add columns or indexes to a table in use.
  for (const table of ['users', 'sessions', 'files', 'uploads', 'images', 'image_variants', 'works', 'work_counters'])
    await sql`alter table ${sql.table(table)} add column later text not null default ''`.execute(test.db)
  await t.resolves(everyRead(), 'statements prepared before the migration go on working')
  await t.resolves(makeReadyUpload(test.db, owner), 'and so do the writers')
})

/** Statements that break the previous version: drops, renames, type changes, columns that newly require a value. */
const TAKES_AWAY =
  /\b(drop (column|table|view)|rename (to|column)|alter column \w+ (set data )?type|set not null)\b|\badd column \w+ [^,;`]*\bnot null\b(?![^,;`]*\bdefault\b)/i

await t.test('X14 no migration removes what the previous version uses', async (t) => {
  for (const bad of ['alter table a drop column b', 'alter table a add column b text not null, add column c text'])
    t.match(bad, TAKES_AWAY, 'the check itself sees it')
  t.notMatch("alter table a add column b text not null default ''", TAKES_AWAY)
  const [first, ...later] = migrationNames()
  t.equal(first, '0001-schema')
  for (const name of later)
    t.notMatch(readFileSync(path.join(root, `packages/db/src/schema/${name}.sql`), 'utf8'), TAKES_AWAY, name)
})

function withMigrations(t: Test, more: Record<string, string>): string {
  const folder = t.testdir(more)
  cpSync(path.join(root, 'packages/db/src/schema'), folder, { recursive: true })
  return folder
}

/** A database without the tables that the tests' template contains. */
async function createEmptyDatabase(t: Test): Promise<TestDatabase> {
  const empty = await createTestDatabase()
  t.teardown(() => empty.drop())
  await withClient(empty.url, (client) => client.query('drop schema public cascade; create schema public'))
  return empty
}

await t.test('concurrent processes apply each migration once', async (t) => {
  const { url } = await createEmptyDatabase(t)
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  t.same(applied.flat(), migrationNames())
  t.same(await migrationsMissing(url), [])
})

await t.test('X14 a migration waits for a lock for less time than the calls queued behind it', async (t) => {
  const { rows } = await sql`show lock_timeout`.execute(test.db)
  t.same(rows, [{ lock_timeout: '3s' }], 'what a call waits')
  const asking = "create table asked as select current_setting('lock_timeout') as waits;"
  const folder = withMigrations(t, { '9000-asking.sql': asking })
  t.same(await migrate(test.url, { folder }), ['9000-asking'])
  t.same((await sql`select waits from asked`.execute(test.db)).rows, [{ waits: '2s' }])
})

await t.test('a failed migration leaves nothing behind and is named in the error', async (t) => {
  const { url, db } = await createEmptyDatabase(t)
  const broken = 'create table half (id uuid);\nselect 1 / 0;'
  const folder = withMigrations(t, { '9000-broken.sql': broken, '9001-later.sql': 'create table later (id uuid);' })
  await t.rejects(migrate(url, { folder }), { message: '9000-broken: division by zero' })
  t.same(await migrationsMissing(url, folder), ['9000-broken', '9001-later'])
  t.same((await sql`select to_regclass('half') as half`.execute(db)).rows, [{ half: null }])
})

await t.test('a migration outside a transaction runs while other processes migrate', async (t) => {
  const { url, db } = await createEmptyDatabase(t)
  const index =
    '-- outside a transaction\n' +
    'drop index concurrently if exists works_by_title;\ncreate index concurrently works_by_title on works (title);\n'
  const folder = withMigrations(t, { '9000-titles.sql': index })
  const applied = await Promise.all([migrate(url, { folder }), migrate(url, { folder })])
  t.same(applied.flat(), [...migrationNames(), '9000-titles'])
  const { rows } =
    await sql`select indisvalid as valid from pg_index where indexrelid = 'works_by_title'::regclass`.execute(db)
  t.same(rows, [{ valid: true }])
})

await t.test('a newer schema is left alone', async (t) => {
  await sql`insert into migrations (name) values ('9999-later')`.execute(test.db)
  t.same(await migrate(test.url), [])
})

await t.test('a database from before the first release is refused with instructions', async (t) => {
  const { url, db } = await createEmptyDatabase(t)
  await sql`create table kysely_migration (name text)`.execute(db)
  for (const call of [migrate, migrationsMissing]) await t.rejects(call(url), /cannot be migrated/)
  const env = { PATH: process.env['PATH'], DATABASE_URL: url }
  const { status, stderr } = spawnSync(process.execPath, ['packages/db/dist/migrate-command.js'], {
    ...{ cwd: root, env, encoding: 'utf8' },
  })
  t.equal(status, 1)
  t.match(stderr, /^This database was made .* start with an empty one .*\n$/)
})

await t.test('audit rows cannot be changed or removed', async (t) => {
  await sql`insert into audit (id, action, subject_kind) values (${newId()}, 'test', 'none')`.execute(test.db)
  await t.rejects(sql`update audit set action = 'other'`.execute(test.db), /kept as they were written/)
  await t.rejects(sql`delete from audit`.execute(test.db), /kept as they were written/)
})
