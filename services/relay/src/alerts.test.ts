import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { progressReporter } from '@toile/bus/progress'
import { openQueues, type Queues } from '@toile/bus/queues'
import { connectRedis, PREFIX } from '@toile/bus/redis'
import { relayBatch } from '@toile/bus/relay'
import { startWorker } from '@toile/bus/worker'
import type { Alert } from '@toile/contracts/queues/alerts'
import type { AlertKind } from '@toile/contracts/queues/alerts.constants'
import { newId } from '@toile/contracts/ids'
import { acknowledgeAlert, updateAlerts, listAlerts } from '@toile/db/queues/alerts'
import type { Config } from '@toile/runtime/config'
import { createRunning } from '@toile/runtime/process'
import { openStorage } from '@toile/storage/open'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { startKnocks } from '@toile/testing/knocks'
import { until } from '@toile/testing/until'
import { notifyWebhook } from './alert-webhook.js'
import { views } from './live-views.js'
import { runDueTicks } from './ticks.js'
import type { TickParts } from './ticks/parts.js'
import { monitorHealth } from './ticks/monitor.js'

let test: TestDatabase
let server: TestRedis
let redis: Redis
let queues: Queues
let config: Config
let parts: TickParts
let folder: string
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestRedis()
  folder = await mkdtemp(path.join(tmpdir(), 'toile-alerts-'))
  config = await testConfig({ databaseUrl: test.url, redisUrl: server.url, storage: { driver: 'folder', folder } })
  const { log } = createRunning('alerts-test', config)
  redis = connectRedis(server.url, log)
  queues = openQueues(server.url, log)
  const storage = await openStorage(config.storage)
  parts = { db: test.db, redis, queues, report: progressReporter(redis), storage, config, log }
})
t.teardown(async () => {
  await queues.close()
  redis.disconnect()
  await server.stop()
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const open = async (kind: AlertKind) =>
  (await listAlerts(test.db, { open: true, page: 1, pageSize: 50 })).items.filter((alert) => alert.kind === kind)
const pass = (seconds: number) =>
  sql`update alert_signs set since = since - make_interval(secs => ${seconds})`.execute(test.db)

await t.test('an alert opens when its symptom lasts, and closes when it is gone for long enough', async (t) => {
  const see = (bad: boolean | undefined) =>
    updateAlerts(test.db, [{ kind: 'too_old', queue: 'videos', bad, params: { seconds: 200 } }])
  await see(true)
  t.same(await open('too_old'), [], 'not at once')
  await pass(11)
  t.equal(await see(true), 1)
  t.match(await open('too_old'), [{ queue: 'videos', params: { seconds: 200 }, acknowledgedAt: null, closedAt: null }])
  t.equal(await see(true), 0, 'once')
  await see(undefined)
  await pass(60)
  t.equal(await see(undefined), 0, 'between the lines it stays what it was')
  await see(false)
  t.equal((await open('too_old')).length, 1, 'a moment of rest is none')
  await see(true)
  await see(false)
  await pass(21)
  t.equal(await see(false), 1)
  t.same(await open('too_old'), [])
  const events = await sql<{
    type: string
  }>`select type from events where type like 'alert.%' order by created_at`.execute(test.db)
  t.same(
    events.rows.map(({ type }) => type),
    ['alert.opened', 'alert.closed'],
    'one clean event each',
  )
})

await t.test('a queue without workers opens an alert, and a worker closes it', async (t) => {
  await queues.add([{ name: 'upload.verify', payload: { id: newId(), attempt: 1 } }])
  await monitorHealth(parts)
  await pass(10)
  await monitorHealth(parts)
  t.match(await open('no_worker'), [{ queue: 'uploads', params: { waiting: 1 } }])
  const running = createRunning('late', config)
  const does = { run: async () => {}, fail: async () => {} }
  startWorker(running, 'uploads', {
    'upload.verify': does,
    'upload.process': does,
    'upload.preview': does,
    'upload.remake': does,
  })
  await until(async () => {
    await monitorHealth(parts)
    await pass(10)
    return (await open('no_worker')).length === 0
  })
  await running.shutdown()
})

await t.test('X05 only the webhook itself gets each change, signed, until it accepts it', async (t) => {
  const received: { body: string; signature: string | undefined }[] = []
  let status = 500
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, signature: request.headers['x-toile-signature'] as string | undefined })
      response.writeHead(status, { location: knocks.addresses[0] }).end()
    })
  })
  const knocks = await startKnocks()
  t.teardown(() => knocks.stop())
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  t.teardown(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const notify = () => notifyWebhook({ ...parts, config: { ...config, alertWebhook: { url, secret: 'between us' } } })
  const again = () => sql`update alerts set notify_at = now()`.execute(test.db)
  await sql`update alerts set notified_version = version`.execute(test.db)

  await updateAlerts(test.db, [{ kind: 'failures', queue: 'images', bad: true, params: { failed: 3, ended: 6 } }])
  await pass(11)
  await updateAlerts(test.db, [{ kind: 'failures', queue: 'images', bad: true, params: { failed: 3, ended: 6 } }])
  await notify()
  await notify()
  t.equal(received.length, 1, 'it is left alone for a while')
  status = 307
  await again()
  await notify()
  t.equal(received.length, 2)
  t.equal(knocks.count(), 0, 'and leads nowhere else')
  status = 204
  await again()
  await notify()
  await again()
  await notify()
  t.equal(received.length, 3, 'an accepted change is not sent again')
  const { body, signature } = received[2]!
  t.equal(signature, `sha256=${createHmac('sha256', 'between us').update(body).digest('hex')}`)
  const { event, alert } = JSON.parse(body) as { event: string; alert: Alert }
  t.match(
    { event, alert },
    { event: 'alert.opened', alert: { kind: 'failures', queue: 'images', params: { failed: 3 } } },
  )

  const adm = await makeUser(test.db, { group: 'admin' })
  t.ok(await acknowledgeAlert(test.db, alert.id, adm.id))
  t.notOk(await acknowledgeAlert(test.db, alert.id, adm.id), 'once')
  await notify()
  t.match(JSON.parse(received[3]!.body), { event: 'alert.acknowledged', alert: { acknowledgedBy: adm.username } })
})

await t.test(
  'Q13 three relays run a tick once, a clock jump causes no burst, and one worker of three runs the job',
  async (t) => {
    const runs: string[] = []
    const workers = ['a', 'b', 'c'].map((name) => {
      const running = createRunning(name, config)
      startWorker(running, 'analytics', {
        'history.roll': { run: async () => void runs.push(name), fail: async () => {} },
        'views.count': { run: async () => {}, fail: async () => {} },
        'export.write': { run: async () => {}, fail: async () => {} },
      })
      return running
    })
    const due = async () =>
      (await sql<{ id: string }>`select id from events where type = 'history.due'`.execute(test.db)).rows.length
    await runDueTicks(parts)
    const before = await due()
    // Simulates an hour without relays: twelve runs are missed.
    await sql`update ticks set due_at = now() - interval '1 hour'`.execute(test.db)
    await Promise.all([runDueTicks(parts), runDueTicks(parts), runDueTicks(parts)])
    t.equal((await due()) - before, 1)
    await Promise.all([1, 2, 3].map(() => relayBatch({ db: test.db, redis, queues, views })))
    const analytics = new Queue('analytics', { connection: redis, prefix: PREFIX })
    await until(async () => {
      const { completed = 0, ...left } = await analytics.getJobCounts('completed', 'wait', 'active', 'delayed')
      return completed > before && Object.values(left).every((count) => count === 0)
    })
    await analytics.close()
    t.equal(runs.length, before + 1, 'each asked for once, done once')
    for (const running of workers) await running.shutdown()
  },
)

await t.test('an unreachable Redis opens an alert', async (t) => {
  await server.stop()
  await monitorHealth(parts)
  await pass(6)
  await monitorHealth(parts)
  t.match(await open('redis'), [{ queue: null, params: { reason: 'away' } }])
})
