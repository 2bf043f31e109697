import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import t from '@toile/testing/tap'
import { readLive, type LiveMessage } from '@toile/bus/live-stream'
import { openQueues, type Queues } from '@toile/bus/queues'
import { connectBlockingRedis, connectRedis } from '@toile/bus/redis'
import { startWorker } from '@toile/bus/worker'
import { livingWorkers } from '@toile/bus/worker-counts'
import { newId } from '@toile/contracts/ids'
import type { QueueName } from '@toile/contracts/jobs'
import type { QueueHealth } from '@toile/contracts/queues/queues'
import { openDb } from '@toile/db/client'
import { jobSubjects, jobOwners } from '@toile/db/queues/job-subjects'
import { saveMeasurements, lastMeasured } from '@toile/db/queues/queue-health'
import { setConcurrency, setDrained, setPaused } from '@toile/db/queues/queue-settings'
import { historyOf, rollHistory } from '@toile/db/queues/queue-history'
import { admitWaiting } from '@toile/db/files/admission-queues'
import { finishUpload } from '@toile/db/uploads/uploads-transitions'
import type { Config } from '@toile/runtime/config'
import { createRunning } from '@toile/runtime/process'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeRender, makeUpload, makeUser } from '@toile/testing/factories'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { exposeQueues } from '../metrics.js'
import { admit } from './admit.js'
import { measureQueues } from './queues.js'

let test: TestDatabase
let server: TestRedis
let redis: Redis
let queues: Queues
let config: Config
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestRedis()
  config = await testConfig({ databaseUrl: test.url, redisUrl: server.url, version: '1.2.3' })
  const { log } = createRunning('measure-test', config)
  redis = connectRedis(server.url, log)
  queues = openQueues(server.url, log)
})
t.teardown(async () => {
  await queues.close()
  redis.disconnect()
  await server.stop()
  await test.drop()
})

const measure = async (name: QueueName): Promise<QueueHealth> =>
  (await measureQueues({ db: test.db, redis })).find((health) => health.name === name)!

function startUploads(run: () => Promise<void>) {
  const running = createRunning('uploads-test', config)
  const handler = { run, fail: async () => {} }
  startWorker(running, 'uploads', {
    'upload.verify': handler,
    'upload.process': handler,
    'upload.preview': handler,
    'upload.remake': handler,
  })
  return { stop: () => running.shutdown() }
}
const addUpload = async (id = newId()) => queues.add([{ name: 'upload.verify', payload: { id, attempt: 1 } }])

await t.test('a measurement shows what a real queue with real workers does', async (t) => {
  t.match(await measure('uploads'), { waiting: 0, oldestWaitingSeconds: null, workers: 0, secondsToEmpty: 0 })
  const [ann, bob] = [await makeUser(test.db), await makeUser(test.db)]
  for (const owner of [ann, ann, bob]) {
    const id = await makeUpload(test.db, owner)
    await finishUpload(test.db, id)
    await addUpload(id)
  }
  await admitWaiting(test.db, 'uploads', 3)
  const backlog = await measure('uploads')
  t.match(backlog, {
    counts: { waiting: 3, active: 0, failed: 0 },
    waiting: 3,
    people: 2,
    arrivalsPerMinute: 3,
    completionsPerMinute: 0,
    workers: 0,
    workersToAdd: 1,
    secondsToEmpty: null,
    run: null,
  })
  const metrics = new Registry()
  exposeQueues(test.db, metrics)
  const exposed = await metrics.metrics()
  t.match(exposed, 'toile_queue_jobs{queue="uploads",state="waiting"} 3', 'Prometheus gets the same')
  t.match(exposed, /toile_queue_oldest_waiting_seconds\{queue="uploads"\} 0?\.?\d/)
  t.match(exposed, 'toile_queue_workers{queue="uploads"} 0')
  t.match(exposed, /toile_events_oldest_waiting_seconds [\d.]+/)
  t.match(exposed, /toile_queue_measured_age_seconds\{queue="uploads"\} 0?\.?\d/)
  t.ok(backlog.oldestWaitingSeconds! >= 0 && backlog.oldestWaitingSeconds! < 10)

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { stop } = startUploads(() => held)
  // The worker runs two jobs at a time, and its heartbeat shows both.
  await until(async () => (await livingWorkers(redis))[0]?.jobs.length === 2)
  const [worker] = await livingWorkers(redis)
  t.match(worker, {
    queue: 'uploads',
    state: 'working',
    concurrency: 2,
    version: '1.2.3',
    pid: process.pid,
    isIsolated: true,
  })
  t.match(worker!.jobs, [{ name: 'upload.verify' }, { name: 'upload.verify' }])
  t.ok(worker!.memoryBytes > 1_000_000 && worker!.host.length > 0)
  t.match(await measure('uploads'), { counts: { waiting: 1, active: 2 }, workers: 1, slots: 2 })

  release()
  await until(async () => (await measure('uploads')).counts.completed === 3)
  const after = await measure('uploads')
  t.match(after, { waiting: 0, arrivalsPerMinute: 3, completionsPerMinute: 3, failuresPerMinute: 0, secondsToEmpty: 0 })
  t.ok(after.run!.p50 > 0 && after.wait!.p95 >= after.wait!.p50)
  await stop()
  t.match(await measure('uploads'), { workers: 0, slots: 0 }, 'gone with SIGTERM')
  t.same(await livingWorkers(redis), [])
  t.same((await sql<{ version: string }>`select version from deploys`.execute(test.db)).rows, [{ version: '1.2.3' }])
})

await t.test('a frozen or slower relay counts nothing twice and overwrites nothing', async (t) => {
  const minute = async () =>
    (
      await sql<{ arrived: number }>`select sum(arrived)::int as arrived from queue_history
        where queue = 'images' and span = 'minute'`.execute(test.db)
    ).rows[0]!.arrived
  await measure('images')
  await queues.add([{ name: 'image.process', payload: { id: newId(), attempt: 1 } }])
  await Promise.all([measureQueues({ db: test.db, redis }), measureQueues({ db: test.db, redis })])
  t.equal(await minute(), 1)
  const [row] = (await lastMeasured(test.db)).filter(({ queue }) => queue === 'images')
  t.match(row!.health, { waiting: 1, arrivalsPerMinute: 1 })
  const none = {
    completed: 0,
    failed: 0,
    runSeconds: 0,
    waits: [],
    runs: [],
    waiting: 0,
    oldestSeconds: 0,
    workers: 0,
  }
  const sample = { queue: 'images', arrived: 7, ...none } as const
  const saved = await saveMeasurements(test.db, [{ ...row!, event_id: '0-1', before: '0-0', sample }])
  t.same([...saved], [])
  t.equal(await minute(), 1)
})

await t.test('a notification job belongs to the user who is notified', async (t) => {
  const ann = await makeUser(test.db)
  const [id, upload] = [newId(), await makeUpload(test.db, ann)]
  await sql`insert into notification_tasks (id, job, subject_id, params, event_attempt)
    values (${id}, 'notify.uploadReady', ${upload}, '{}', 1)`.execute(test.db)
  t.same(
    [...(await jobOwners(test.db, [id, upload, newId()]))].sort(),
    [
      [id, ann.id],
      [upload, ann.id],
    ].sort(),
  )
  t.match((await jobSubjects(test.db, [id])).get(id), { userId: ann.id, title: 'dress.glb' })
})

await t.test('while Postgres is unreachable the process exposes all other metrics', async (t) => {
  const metrics = new Registry()
  const gone = openDb({ url: 'postgres://nobody@127.0.0.1:9/none', poolSize: 1, onError: () => {} })
  exposeQueues(gone, metrics)
  const exposed = await metrics.metrics()
  t.match(exposed, '# TYPE toile_events_oldest_waiting_seconds gauge')
  t.notMatch(exposed, /^toile_/m, 'no number passes for a fresh one')
  await gone.destroy()
})

await t.test('settings reach workers, and are restored in a flushed Redis', async (t) => {
  const { stop } = startUploads(async () => {})
  await until(async () => (await livingWorkers(redis)).length === 1)
  const { id } = (await livingWorkers(redis))[0]!
  await setConcurrency(test.db, 'uploads', 5)
  await setPaused(test.db, 'uploads', true)
  await measure('uploads')
  await addUpload()
  t.match(await measure('uploads'), { paused: true, counts: { waiting: 1 }, workersToAdd: 0, secondsToEmpty: null })
  await until(async () => (await livingWorkers(redis))[0]?.concurrency === 5)
  await redis.flushall()
  await measure('uploads')
  await addUpload()
  t.match(await measure('uploads'), { paused: true, counts: { waiting: 1, active: 0 } }, 'still paused')

  await setDrained(test.db, id, true)
  await measure('uploads')
  await until(async () => (await livingWorkers(redis))[0]?.state === 'drained')
  await setPaused(test.db, 'uploads', false)
  await measure('uploads')
  t.match(await measure('uploads'), { counts: { waiting: 1 }, workers: 0 }, 'a drained worker takes nothing')
  await setDrained(test.db, id, false)
  await setConcurrency(test.db, 'uploads', null)
  await measure('uploads')
  await until(async () => (await measure('uploads')).counts.waiting === 0)
  t.match((await livingWorkers(redis))[0], { concurrency: 2 }, 'as it was started')
  await stop()
})

await t.test('Q10 admits as many as workers have slots; the others wait and are reported as waiting', async (t) => {
  await sql`update uploads set stage = 'failed'`.execute(test.db)
  const ann = await makeUser(test.db)
  for (let i = 0; i < 7; i++) await finishUpload(test.db, await makeUpload(test.db, ann))
  const admitted = async () => {
    await admit({ db: test.db, redis }, ['uploads'])
    const found = await sql<{ count: number }>`select count(*)::int as count from uploads
      where owner_id = ${ann.id} and admitted_at is not null`.execute(test.db)
    return found.rows[0]!.count
  }
  t.equal(await admitted(), 1, 'without a worker one, which shows that one is needed')
  t.match(await measure('uploads'), { held: 6, waiting: 6, people: 1, workers: 0, workersToAdd: 1 })
  const { stop } = startUploads(async () => {})
  await until(async () => (await livingWorkers(redis)).length === 1)
  t.equal(await admitted(), 4, 'two for each of the two that it does at a time')
  await setDrained(test.db, (await livingWorkers(redis))[0]!.id, true)
  await measure('uploads')
  await until(async () => (await livingWorkers(redis))[0]?.state === 'drained')
  await sql`update uploads set stage = 'failed' where admitted_at is not null`.execute(test.db)
  t.equal(await admitted(), 5, 'a worker that takes nothing more has no places')
  const health = await measure('uploads')
  t.match(health, { held: 2, waiting: 2 })
  t.ok(health.oldestWaitingSeconds! >= 0)
  await stop()
})

await t.test('counts waiting render parts and their users as waiting', async (t) => {
  const ann = await makeUser(test.db)
  await makeRender(test.db, ann)
  const health = await measure('renders')
  t.match(health, { counts: { waiting: 0 }, people: 1, workersToAdd: 1 })
  t.ok(health.held > 0)
  t.equal(health.waiting, health.held)
  t.ok(health.oldestWaitingSeconds! >= 0)
})

await t.test('Q01 a measurement goes to the administrators’ room of queues and nowhere else', async (t) => {
  const received: LiveMessage[] = []
  const reader = readLive(connectBlockingRedis(server.url, createRunning('t', config).log), {
    deliver: (message) => received.push(message),
    gap: () => {},
  })
  await until(async () => {
    await measure('uploads')
    return received.length > 0
  })
  t.ok(received.every(({ room, event }) => room === 'queues' && event === 'queue:health'))
  await reader.close()
})

await t.test('rolls minutes up by hour and day, the same however often', async (t) => {
  await sql`insert into queue_history (queue, span, at, arrived, completed, waits, runs, waiting, workers)
    select 'videos', 'minute', date_trunc('hour', now()) - interval '2 hours' + n * interval '1 minute', 2, 1, '{1}', '{0,2}',
      n, 3 from generate_series(0, 59) n`.execute(test.db)
  for (let run = 0; run < 2; run++) await rollHistory(test.db)
  t.match((await historyOf(test.db, 'videos', '7d'))[0], {
    arrived: 120,
    completed: 60,
    waits: [60],
    runs: [0, 120],
    waiting: 59,
    workers: 3,
  })
  t.equal(
    (await historyOf(test.db, 'videos', '90d')).reduce((sum, { arrived }) => sum + arrived, 0),
    120,
  )
  const tens = await historyOf(test.db, 'videos', '24h')
  t.same(
    tens.flatMap(({ arrived }) => arrived || []),
    [20, 20, 20, 20, 20, 20],
  )
})
