import { spawn } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectBlockingRedis } from '@toile/bus/redis'
import { createLogger } from '@toile/runtime/logger'
import type { Redis } from 'ioredis'
import pg from 'pg'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import { birthOf, endLeftovers, stillRunning } from './pids.js'
import { keepSecrets } from './secrets.js'
import { startStores } from './stores.js'
import { canReach, ensureUsers, storesFolder } from './users.js'

// Without these variables, this test starts its own stores as `npm start` does, with full durability.
for (const name of ['DATABASE_URL', 'REDIS_URL']) delete process.env[name]

function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(path.join(tmpdir(), `toile's "stores" säck %20 \\-`))
  chmodSync(folder, 0o755)
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function start(dataDir: string, said: string[] = []) {
  const users = ensureUsers()
  const options = { dataDir, folder: storesFolder(dataDir, users), users, secrets: keepSecrets(dataDir) }
  return startStores({ ...options, signal: new AbortController().signal, say: (line) => void said.push(line) })
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

/** Uses a client without a time limit, because a busy machine answers late. */
async function redis(url: string, run: (redis: Redis) => Promise<unknown>): Promise<unknown> {
  const client = connectBlockingRedis(url, createLogger('test', 'silent'))
  return run(client).finally(() => client.disconnect())
}

t.test('recovers from a kill -9 of both stores without losing anything', async (t) => {
  const stores = await start(temporaryFolder(t))
  t.teardown(() => stores.stop(5_000))
  await query(stores.databaseUrl, 'create table kept as select 7 as n')
  await redis(stores.redisUrl, (client) => client.set('kept', '7'))
  for (const program of stores.programs) {
    const killed = program.pid() ?? 0
    process.kill(killed, 'SIGKILL')
    while (program.pid() === killed || program.state() !== 'ready') await wait(20)
  }
  t.same(await query(stores.databaseUrl, 'select n from kept'), [{ n: 7 }])
  t.equal(await redis(stores.redisUrl, (client) => client.get('kept')), '7')
})

t.test('starts with an empty Redis after corruption, and continues after a truncated end', async (t) => {
  const dataDir = temporaryFolder(t)
  const said: string[] = []
  const files = path.join(storesFolder(dataDir, ensureUsers()), 'redis/appendonlydir')
  const startWith = async (damage: string) => {
    if (damage) appendFileSync(path.join(files, 'appendonly.aof.1.incr.aof'), damage)
    const stores = await start(dataDir, said)
    const kept = await redis(stores.redisUrl, (client) => client.get('kept'))
    await redis(stores.redisUrl, (client) => client.set('kept', '7'))
    await stores.stop(5_000)
    return kept
  }
  t.equal(await startWith(''), null)
  for (const cutOff of ['*3\r\n$3\r\nSE', '*3\r\n$', '*']) t.equal(await startWith(cutOff), '7', JSON.stringify(cutOff))
  t.notOk(existsSync(`${files}.broken`))
  t.equal(await startWith(`${'\0'.repeat(1_000)}*1\r\n$8\r\nFLUSHALL\r\n`), null, 'a hole')
  t.ok(existsSync(`${files}.broken`))
  t.match(said.join('\n'), /damaged/)
  t.equal(await startWith(''), '7', 'and from there on it keeps what it is given')
})

t.test('ends the leftovers of a launcher killed by kill -9, and keeps the data', async (t) => {
  const dataDir = temporaryFolder(t)
  const script = `
    const { startStores } = await import('${import.meta.resolve('./stores.js')}')
    const { keepSecrets } = await import('${import.meta.resolve('./secrets.js')}')
    const { ensureUsers } = await import('${import.meta.resolve('./users.js')}')
    const [dataDir, signal] = [${JSON.stringify(dataDir)}, new AbortController().signal]
    const options = { dataDir, folder: dataDir, users: ensureUsers(), secrets: keepSecrets(dataDir) }
    const stores = await startStores({ ...options, signal, say() {} })
    console.log(stores.databaseUrl)`
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) => launcher.stdout.once('data', (line) => resolve(`${line}`.trim())))
  await query(url, 'create table kept as select 7 as n')
  const gone = new Promise((resolve) => launcher.once('exit', resolve))
  launcher.kill('SIGKILL')
  await gone

  const left = stillRunning(dataDir)
  t.same(left.map(({ name }) => name).sort(), ['postgres', 'redis'])
  await endLeftovers(dataDir)
  for (const { pid } of left) t.equal(birthOf(pid), undefined)
  const stores = await start(dataDir)
  t.teardown(() => stores.stop(5_000))
  t.same(await query(stores.databaseUrl, 'select n from kept'), [{ n: 7 }])
})

t.test('starts although a dead Postgres’ record names another program’s pid', async (t) => {
  const dataDir = temporaryFolder(t)
  const stores = await start(dataDir)
  t.teardown(() => stores.stop(5_000))
  const postgres = stores.programs.find(({ name }) => name === 'postgres')
  const file = path.join(storesFolder(dataDir, ensureUsers()), 'postgres/postmaster.pid')
  const killed = postgres?.pid() ?? 0
  t.match(readFileSync(file, 'utf8'), new RegExp(`^${killed}\n`))
  process.kill(killed, 'SIGKILL')
  // The pid of this process belongs to a running program that is not Postgres.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
  while (postgres?.pid() === killed || postgres?.state() !== 'ready') await wait(20)
  t.same(await query(stores.databaseUrl, 'select 1 as n'), [{ n: 1 }])
})

t.test('keeps data outside a folder that only its owner may enter', async (t) => {
  const user = ensureUsers().stores
  const closed = temporaryFolder(t)
  t.equal(canReach(user, path.join(closed, 'data')), true)
  chmodSync(closed, 0o700)
  // Without root, everything runs as the user of this test, who may enter the folder.
  t.equal(canReach(user, path.join(closed, 'data')), user === undefined)
})
