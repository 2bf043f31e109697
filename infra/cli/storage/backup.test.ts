import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { insertFile } from '@toile/db/files/files'
import { likeWork, unlikeWork } from '@toile/db/works/work-counters'
import { storageKey } from '@toile/storage/keys'
import { openStorage } from '@toile/storage/open'
import { startS3Server } from '@toile/storage/s3-server.test-support'
import type { Storage } from '@toile/storage/storage'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeToken, makeUser } from '@toile/testing/factories'
import { seedWorks } from '@toile/testing/seeded-works'
import { until } from '@toile/testing/until'
import { checkCounters } from '../../chaos/checks/counters.js'
import { openCommandLine } from '../command-line.test-support.js'
import type { Backup } from './backup.js'

let before: TestDatabase
t.before(async () => {
  before = await createTestDatabase()
})
const commandLine = openCommandLine()
t.teardown(() => {
  commandLine.close()
  return before.drop()
})
const folder = t.testdir({ store: {}, other: {} })
const store = await openStorage({ driver: 'folder', folder: path.join(folder, 'store') })
const keys: string[] = []

const toile = (args: string[], env: Record<string, string>) =>
  commandLine.run(args, {
    PATH: process.env['PATH'],
    REDIS_URL: 'redis://127.0.0.1:1',
    DATA_DIR: folder,
    ...env,
  })

async function fingerprints(db: Db): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migrations'`.execute(db)
  const prints = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const found = await sql<{
        print: string | null
      }>`select md5(string_agg(one::text, ' ' order by one::text)) as print
        from ${sql.table(name)} as one`.execute(db)
      return [name, found.rows[0]!.print] as const
    }),
  )
  return Object.fromEntries(prints.filter((one): one is [string, string] => one[1] !== null))
}

async function storeBytes(db: Db, to: Storage, ownerId: string, bytes: Buffer): Promise<string> {
  const id = newId()
  const key = storageKey('originals', id)
  const contentType = 'model/gltf-binary'
  await to.put(key, bytes, { contentType })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await insertFile(db, {
    ...{ id, ownerId, kind: 'original', key, contentType, bytes: bytes.length, sha256 },
    state: 'stored',
  })
  return key
}

async function keepFile(ownerId: string, bytes: Buffer): Promise<void> {
  keys.push(await storeBytes(before.db, store, ownerId, bytes))
}

const hashes = async (storage: Storage) =>
  Promise.all(
    keys.map(async (key) =>
      createHash('sha256')
        .update(await buffer(await storage.get(key)))
        .digest('hex'),
    ),
  )

await t.test('X17 restores the same rows and bytes as were backed up', async (t) => {
  const ada = await makeUser(before.db, { name: 'ada' })
  // Users and images reference each other, so no order of loading fits both. COPY escapes parts of the description.
  await sql`update users set description = ${'tab\t, line\n, \\N, 刺绣 and a quote"'} where id = ${ada.id}`.execute(
    before.db,
  )
  const bob = await makeUser(before.db, { name: 'bob' })
  await sql`insert into follows (follower_id, followee_id) values (${bob.id}, ${ada.id})`.execute(before.db)
  await sql`insert into events (id, type, subject_id, created_at)
    values (${newId()}, 'user.followed', ${ada.id}, now() - interval '40 days')`.execute(before.db)
  await keepFile(ada.id, randomBytes(100_000))
  await keepFile(ada.id, Buffer.alloc(0))
  const env = { DATABASE_URL: before.url, STORAGE_DIR: path.join(folder, 'store') }
  await makeToken(before.db, ada)
  const copy = path.join(folder, 'backup')
  const taken = await toile(['backup', copy], env)
  t.equal(taken.code, 0, taken.output)

  const after = await createTestDatabase()
  t.teardown(() => after.drop())
  const there = { DATABASE_URL: after.url, STORAGE_DIR: path.join(folder, 'other') }
  const put = await toile(['restore', copy], there)
  t.equal(put.code, 0, put.output)
  const { sessions, ...prints } = await fingerprints(before.db)
  t.ok(sessions && ['users', 'follows', 'files', 'events'].every((name) => name in prints))
  t.same(await fingerprints(after.db), prints, 'all but the sessions, some of which may have been ended since')
  t.equal((await stat(path.join(copy, 'files'))).mode & 0o777, 0o700, 'nobody else looks into private files')
  const restored = await openStorage({ driver: 'folder', folder: path.join(folder, 'other') })
  t.same(await hashes(restored), await hashes(store))
  const links = sql<{ n: number }>`select count(*) as n from pg_constraint where contype = 'f' and convalidated`
  t.same((await links.execute(after.db)).rows, (await links.execute(before.db)).rows, 'tables are tied as before')
  await t.resolves(makeUser(after.db, { name: 'cleo' }), 'and life goes on')
  t.match(await toile(['restore', copy], there), { code: 1, output: /This Toile has users/ })
  t.match(await toile(['backup', folder], env), { code: 1, output: /something other/ })
  const old = t.testdir({ 'backup.json': JSON.stringify({ format: 1 }) })
  t.match(await toile(['restore', old], there), {
    code: 1,
    output: /another version of Toile: restore it with that one/,
  })
})

await t.test('copies only new files in a second backup, and detects a damaged one', async (t) => {
  const env = { DATABASE_URL: before.url, STORAGE_DIR: path.join(folder, 'store') }
  const copy = path.join(folder, 'backup')
  const dan = await makeUser(before.db, { name: 'dan' })
  await keepFile(dan.id, randomBytes(1_000))
  t.match(await toile(['backup', copy], env), { code: 0, output: /^3 files, 0.1 MB, 2 of them already there$/m })

  const broken = path.join(folder, 'store', keys[0]!)
  const bytes = await readFile(broken)
  await writeFile(broken, Buffer.concat([bytes.subarray(0, 10), Buffer.from([bytes[10]! ^ 1]), bytes.subarray(11)]))
  const fresh = path.join(folder, 'fresh')
  t.match(await toile(['backup', fresh], env), {
    code: 1,
    output: `${keys[0]}: its bytes are not those of its checksum`,
  })
  await writeFile(broken, bytes)
  const { missing } = JSON.parse(await readFile(path.join(fresh, 'backup.json'), 'utf8')) as Backup
  t.match(missing, [`${keys[0]}: its bytes are not those of its checksum`], 'the backup itself says what it lacks')

  const users = path.join(copy, 'database/users.copy.gz')
  await writeFile(users, (await readFile(users)).subarray(0, -20))
  const after = await createTestDatabase()
  t.teardown(() => after.drop())
  const there = { DATABASE_URL: after.url, STORAGE_DIR: path.join(folder, 'other') }
  t.equal((await toile(['restore', copy], there)).code, 1)
  t.same((await sql`select from users`.execute(after.db)).rows, [], 'nothing of it is kept')
})

await t.test('moves files to S3 and back, and prunes unreferenced ones', async (t) => {
  const s3 = await startS3Server(path.join(folder, 's3'))
  t.teardown(s3.stop)
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = s3.config
  const env = {
    ...{ DATABASE_URL: before.url, STORAGE_DIR: path.join(folder, 'store') },
    ...{ S3_ENDPOINT: endpoint!, S3_REGION: region, S3_BUCKET: bucket },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  }
  const wanted = await hashes(store)
  t.match(await toile(['storage', 'move', '--to', 's3'], env), { code: 0, output: /^3 files/m })
  t.same(await hashes(await openStorage(s3.config)), wanted)
  // After an interruption, complete files are kept and incomplete files are sent again.
  await (await openStorage(s3.config)).put(keys[0]!, Buffer.from('cut off'), { contentType: 'text/plain' })
  t.match(await toile(['storage', 'move', '--to', 's3'], env), { code: 0, output: /2 of them already there/ })
  const back = { ...env, STORAGE_DIR: path.join(folder, 'back') }
  t.match(await toile(['storage', 'move', '--to', 'folder'], back), { code: 0, output: /^3 files/m })
  t.same(await hashes(await openStorage({ driver: 'folder', folder: back.STORAGE_DIR })), wanted)

  const nobodys = storageKey('originals', newId())
  await store.put(nobodys, Buffer.from('left'), { contentType: 'text/plain' })
  const prune = () => toile(['storage', 'prune'], env)
  t.match(await prune(), { code: 0, output: /^Removed 0 objects/m }, 'its row may be about to come')
  await age(path.join(folder, 'store', nobodys))
  for (const key of keys) await age(path.join(folder, 'store', key))
  t.match(await toile(['storage', 'prune', '--dry-run'], env), { code: 0, output: nobodys })
  t.not(await store.stat(nobodys), null)
  t.match(await prune(), { code: 0, output: /^Removed 1 objects/m })
  t.equal(await store.stat(nobodys), null)
  t.same(await hashes(store), wanted)
  t.same(await readdir(path.join(folder, 'store/unfinished')), [])
})

await t.test('X17 copies one moment of a running system, complete with its files', async (t) => {
  const [live, after] = [await createTestDatabase(), await createTestDatabase()]
  t.teardown(() => Promise.all([live.drop(), after.drop()]))
  const people = await Promise.all(Array.from({ length: 4 }, () => makeUser(live.db)))
  const [workId] = await seedWorks(live.db, people[0]!, 1, 1)
  const own = await openStorage({ driver: 'folder', folder: path.join(folder, 'live') })
  let taken = false
  const times: number[] = []
  const goOn = async (change: () => Promise<unknown>, n: number) => {
    for (times[n] = 0; !taken; times[n]!++) await change()
  }
  const changes = [
    () => storeBytes(live.db, own, people[0]!.id, randomBytes(1_000)),
    ...people.map(({ id }) => async () => {
      await likeWork(live.db, workId!, id)
      await unlikeWork(live.db, workId!, id)
    }),
  ]
  const going = Promise.all(changes.map(goOn))
  await until(() => times.every((count) => count > 0))
  const atStart = [...times]
  const copy = path.join(folder, 'meanwhile')
  const backup = await toile(['backup', copy], { DATABASE_URL: live.url, STORAGE_DIR: path.join(folder, 'live') })
  taken = true
  t.equal(backup.code, 0, backup.output)
  await going
  t.ok(
    times.every((count, n) => count > atStart[n]! + 1),
    'nobody waited until it was taken',
  )

  const there = path.join(folder, 'whole')
  const put = await toile(['restore', copy], { DATABASE_URL: after.url, STORAGE_DIR: there })
  t.equal(put.code, 0, put.output)
  const { lost, doubled } = await checkCounters({ journal: [], db: after.db })
  t.same([...lost, ...doubled], [])
  const named = await after.db.selectFrom('files').select('key').where('state', '=', 'stored').orderBy('key').execute()
  const kept: string[] = []
  for await (const { key } of (await openStorage({ driver: 'folder', folder: there })).list()) kept.push(key)
  t.ok(kept.length > 0)
  t.same(
    named.map(({ key }) => key),
    kept.sort(),
    'every row has its file, every file its row',
  )
})

async function age(file: string): Promise<void> {
  const old = new Date(Date.now() - 2 * 24 * 3600 * 1000)
  await utimes(file, old, old)
}
