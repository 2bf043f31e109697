import t from '@toile/testing/tap'
import { createRedisDatabase } from '@toile/testing/redis'
import { listCodes } from '@toile/db/software/codes'
import { listPackages } from '@toile/db/software/software'
import { findLogin } from '@toile/db/users/users'
import { passwordFits } from '@toile/runtime/passwords'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { runCommand } from '../run-command.js'

let test: TestDatabase
let redisUrl: string
const folder = t.testdir()
t.beforeEach(async () => {
  test = await createTestDatabase()
  redisUrl = await createRedisDatabase()
})
t.afterEach(() => test.drop())

const seed = (creator: string) =>
  runCommand('packages/demo/dist/seed.js', {
    DATABASE_URL: test.url,
    REDIS_URL: redisUrl,
    STORAGE_DIR: folder,
    DEMO_CREATOR_PASSWORD: creator,
    DEMO_ADMIN_PASSWORD: 'admin password',
  })

await t.test('keeps one creator and one administrator after any number of runs, with the last password', async (t) => {
  await seed('first password')
  await seed('second password')
  const creator = await findLogin(test.db, 'creator@toile.local')
  t.match(creator, { username: 'creator', group: 'user', demo: true, email_verified_at: Date })
  t.ok(await passwordFits(creator?.password_hash, 'second password'))
  const packages = await listPackages(test.db, { limit: 10 })
  t.equal(packages.items.length, 6, 'demo software is there once')
  t.match(await listCodes(test.db, { userId: creator!.id, limit: 10 }), { items: [{ days: 30, usedAt: null }] })
  t.match(await findLogin(test.db, 'admin'), { email: 'admin@toile.local', group: 'admin', demo: true })
})

await t.test('leaves a user’s own account of that name alone', async (t) => {
  await makeUser(test.db, { name: 'creator' })
  t.match(await seed('a password'), /creator: left alone/)
  t.match(await findLogin(test.db, 'creator'), { email: 'creator@example.test', demo: false })
})
