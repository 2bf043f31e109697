import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { connectRedis } from '@toile/bus/redis'
import type { Alert } from '@toile/contracts/queues/alerts'
import { openDb, type Db } from '@toile/db/client'
import { updateAlerts, listAlerts } from '@toile/db/queues/alerts'
import type { Config } from '@toile/runtime/config'
import { createRunning } from '@toile/runtime/process'
import { createTestDatabase, testServer, type TestDatabase } from '@toile/testing/database'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { notifyWebhook } from './alert-webhook.js'
import { monitorPostgres } from './postgres-outage.js'

let test: TestDatabase
let server: TestRedis
let redis: Redis
let config: Config
const received: { event: string; alert: Alert }[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    received.push(JSON.parse(body) as (typeof received)[number])
    response.writeHead(204).end()
  })
})
const { log } = createRunning('away-test', await testConfig({ databaseUrl: '', redisUrl: '' }))
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestRedis()
  redis = connectRedis(server.url, log)
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  config = await testConfig({
    databaseUrl: test.url,
    redisUrl: server.url,
    alertWebhook: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, secret: undefined },
  })
})
t.teardown(async () => {
  receiver.close()
  redis.disconnect()
  await server.stop()
  await test.drop()
})

/** A dedicated connection, so that its Postgres process can be frozen. */
async function oneConnection(): Promise<{ db: Db; pid: number }> {
  const db = openDb({ url: test.url, poolSize: 1, onError: () => {} })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return { db, pid: rows[0]!.pid }
}
const quickly = { maxSilentChecks: 5, everyMs: 100 }
const openAlerts = async () => (await listAlerts(test.db, { open: true, page: 1, pageSize: 50 })).items
const messages = async () =>
  (await redis.xrange('toile:live', '-', '+')).map(
    ([, fields]) => JSON.parse(fields[1]!) as { room: string; payload: Alert },
  )
const notify = () => notifyWebhook({ db: test.db, config, log })

await t.test('one relay of two reports a frozen Postgres at once, and it is recorded later', async (t) => {
  const relays = await Promise.all([oneConnection(), oneConnection()])
  const ends = relays.map(({ db }) => monitorPostgres({ db, redis, config, log }, quickly))
  const frozen = relays.map(({ pid }) => pid)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  const thaw = () => frozen.splice(0).forEach((pid) => process.kill(pid, 'SIGCONT'))
  t.teardown(thaw)
  await until(() => received.length > 0)
  t.match(received, [{ event: 'alert.opened', alert: { kind: 'postgres', params: { reason: 'away' } } }])
  const { alert } = received[0]!
  await until(async () => (await messages()).length > 0)
  t.match(await messages(), [{ room: 'administrators', payload: { id: alert.id, kind: 'postgres' } }])
  t.same(await openAlerts(), [], 'nothing was written yet')

  thaw()
  await until(async () => (await openAlerts()).length > 0 && (await redis.exists('toile:postgres-outage')) === 0)
  for (const end of ends) await end()
  t.match(await openAlerts(), [{ id: alert.id, openedAt: alert.openedAt, version: 1 }])
  await notify()
  t.equal(received.length, 1, 'each outage is sent once')
  const fine = () => updateAlerts(test.db, [{ kind: 'postgres', queue: '', bad: false, params: {} }])
  await fine()
  t.equal((await openAlerts()).length, 1, 'it stays while it may come back')
  await sql`update alert_signs set since = now() - interval '1 hour'`.execute(test.db)
  await fine()
  await notify()
  t.match(received[1], { event: 'alert.closed', alert: { id: alert.id } })
  for (const { db } of relays) await db.destroy()
})

await t.test('reports a Postgres that refuses connections, beside an open alert and without Redis', async (t) => {
  await sql`insert into alerts (id, kind, notified_version) values (gen_random_uuid(), 'postgres', 1)`.execute(test.db)
  received.length = 0
  const { db, pid } = await oneConnection()
  const lost = connectRedis(server.url, log)
  lost.disconnect()
  const name = new URL(test.url).pathname.slice(1)
  const end = monitorPostgres({ db, redis: lost, config, log }, quickly)
  const others = openDb({ url: testServer('TEST_DATABASE_URL'), poolSize: 1, onError: () => {} })
  const allow = (is: boolean) => sql`alter database ${sql.id(name)} allow_connections ${sql.lit(is)}`.execute(others)
  await allow(false)
  await sql`select pg_terminate_backend(${pid})`.execute(test.db)
  await until(() => received.length > 0)
  await allow(true)
  const { id } = received[0]!.alert
  const closed = () =>
    sql<{ version: number }>`select version from alerts where id = ${id} and closed_at is not null`.execute(test.db)
  await until(async () => (await closed()).rows.length === 1)
  t.equal((await openAlerts()).length, 1, 'the one that was open speaks for both')
  await notify()
  t.match(received.at(-1), { event: 'alert.closed', alert: { id } }, 'its receivers get the end too')
  await end()
  lost.disconnect()
  await db.destroy()
})
