import { spawnSync } from 'node:child_process'
import path from 'node:path'
import t from '@toile/testing/tap'
import { createTestDatabase } from '@toile/testing/database'
import { readEnvironment, writeEnvironment } from './environment.js'
import { root } from '@toile/runtime/root'
import { environmentOf, processes } from './processes.js'

await t.test('S03 hides the signing secret’s file from processes that open untrusted files', (t) => {
  const system = { SECRET_FILE: '/run/secrets/secret', SMTP_URL_FILE: '/run/secrets/smtp', DATABASE_URL_FILE: '/run/d' }
  const named = (name: string) => {
    const env = environmentOf(
      processes.find((one) => one.name === name)!,
      system,
      0,
    )
    return Object.keys(system).filter((one) => env[one])
  }
  t.same(named('uploads'), ['DATABASE_URL_FILE'])
  t.same(named('api'), ['SECRET_FILE', 'DATABASE_URL_FILE'])
  t.same(named('notifications'), ['SMTP_URL_FILE', 'DATABASE_URL_FILE'])
  t.end()
})

await t.test('prefers a file named in the environment over what npm start wrote', (t) => {
  const folder = t.testdir({})
  writeEnvironment(folder, { DATABASE_URL: 'postgres://written', REDIS_URL: 'redis://written' })
  process.env['DATABASE_URL_FILE'] = '/run/secrets/database_url'
  t.teardown(() => delete process.env['DATABASE_URL_FILE'])
  const { DATABASE_URL, DATABASE_URL_FILE, REDIS_URL } = readEnvironment(folder)
  t.same([DATABASE_URL, DATABASE_URL_FILE, REDIS_URL], [undefined, '/run/secrets/database_url', 'redis://written'])
  t.end()
})

await t.test('migrations read the database’s address from a file', async (t) => {
  const { url, drop } = await createTestDatabase()
  t.teardown(() => drop())
  const file = path.join(t.testdir({ url: `${url}\n` }), 'url')
  const env = { PATH: process.env['PATH'], DATABASE_URL_FILE: file }
  const { stdout, stderr } = spawnSync(process.execPath, ['packages/db/dist/migrate-command.js'], { cwd: root, env })
  t.match(`${stdout}${stderr}`, /^schema is up to date/)
})
