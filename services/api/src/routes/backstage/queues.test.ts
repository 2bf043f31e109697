import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { openQueues, type Queues } from '@toile/bus/queues'
import { connectRedis, PREFIX } from '@toile/bus/redis'
import { startWorker } from '@toile/bus/worker'
import { livingWorkers } from '@toile/bus/worker-counts'
import type { Alert } from '@toile/contracts/queues/alerts'
import type { AuditEntry } from '@toile/contracts/audit/audit'
import { newId } from '@toile/contracts/ids'
import { jobId } from '@toile/contracts/jobs'
import { MAX_TASK_ATTEMPTS } from '@toile/contracts/notifications/notifications.constants'
import type { QueueJob } from '@toile/contracts/queues/queues'
import { updateAlerts } from '@toile/db/queues/alerts'
import { jobActions } from '@toile/db/queues/job-actions'
import { forgetTasks, stuckTasks } from '@toile/db/notifications/notification-tasks'
import { findRender } from '@toile/db/renders/renders'
import { failRender, retryRender } from '@toile/db/renders/renders-transitions'
import { findUpload } from '@toile/db/uploads/uploads'
import { admitWaiting } from '@toile/db/files/admission-queues'
import { failUpload, finishUpload } from '@toile/db/uploads/uploads-transitions'
import { createRunning } from '@toile/runtime/process'
import { makeRender, makeUpload } from '@toile/testing/factories'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { keepQuietQueue } from '@toile/testing/queues'
import { until } from '@toile/testing/until'
import { caller, json, startTestApi, type Person, type TestApi } from '../../test-api.js'

let server: TestRedis
let api: TestApi
let redis: Redis
let queues: Queues
let queue: Queue
let adm: Person
t.before(async () => {
  server = await startTestRedis()
  api = await startTestApi({ redisUrl: server.url })
  const { log } = createRunning('queues-test', api.config)
  redis = connectRedis(server.url, log)
  queues = openQueues(server.url, log)
  queue = new Queue('uploads', { connection: redis, prefix: PREFIX })
  adm = await api.person({ group: 'admin' })
  await keepQuietQueue(api.db, 'uploads')
})
t.teardown(async () => {
  await queue.close()
  await queues.close()
  redis.disconnect()
  await api.close()
  await server.stop()
})

async function heldUpload(owner: Person): Promise<string> {
  const id = await makeUpload(api.db, owner.user)
  await finishUpload(api.db, id)
  return id
}

async function waitingUpload(owner: Person): Promise<{ id: string; job: string }> {
  const id = await heldUpload(owner)
  await admitWaiting(api.db, 'uploads', 10_000)
  const payload = { id, attempt: 1 }
  await queues.add([{ name: 'upload.verify', payload }])
  return { id, job: jobId('upload.verify', payload) }
}

async function deadLetter(owner: Person, error: string): Promise<{ id: string; job: string }> {
  const { id, job } = await waitingUpload(owner)
  await (await queue.getJob(job))!.remove()
  await queue.add('upload.verify', { id, attempt: 1 }, { jobId: job, attempts: 1 })
  const running = createRunning('failing', api.config)
  const fails = {
    run: async () => {
      throw new Error(error)
    },
    fail: async (payload: { id: string; attempt: number }) =>
      void (await failUpload(api.db, payload, { code: 'PROCESSING_FAILED', params: {} })),
  }
  startWorker(running, 'uploads', {
    'upload.verify': fails,
    'upload.process': fails,
    'upload.preview': fails,
    'upload.remake': fails,
  })
  await until(async () => (await (await queue.getJob(job))?.getState()) === 'failed')
  await running.shutdown()
  return { id, job }
}

const path = (job: string, action = '') => `/backstage/queues/uploads/jobs/${encodeURIComponent(job)}${action}`
const lastAction = async () =>
  (await json<{ items: AuditEntry[] }>(adm.call('GET', '/backstage/audit?pageSize=1'))).items[0]

await t.test('Q01 a refused removal leaves the job in its queue, and no other dashboard is served', async (t) => {
  const ann = await api.person()
  const { job } = await waitingUpload(ann)
  await ann.call('POST', path(job, '/remove'))
  t.equal(await (await queue.getJob(job))!.getState(), 'waiting', 'even of her own upload')
  for (const board of ['/admin/queues', '/queues', '/bull-board', '/backgroundAdmin/queues/raw'])
    t.equal((await caller(api.url)('GET', board)).status, 404, board)
  await (await queue.getJob(job))!.remove()
})

await t.test('Q01 retry and remove leave a row in the audit log, and do what they say', async (t) => {
  const ann = await api.person()
  const dead = await deadLetter(ann, 'Postgres of 127.0.0.1:5432 said no')
  t.equal((await findUpload(api.db, dead.id))!.stage, 'failed')
  t.same(await json(adm.call('POST', path(dead.job, '/retry'))), { done: 1 })
  t.match(await lastAction(), {
    actorId: adm.user.id,
    actor: adm.user.username,
    action: 'job.retried',
    params: { queue: 'uploads', job: dead.job },
  })
  // The upload restarts at its last good stage, as after a retry by its owner. Retrying only the job would do nothing.
  t.match(await findUpload(api.db, dead.id), { stage: 'upload', attempt: 2 })
  t.equal(await queue.getJob(dead.job), undefined)
  t.equal((await adm.call('POST', path(dead.job, '/retry'))).status, 404)

  const waiting = await waitingUpload(ann)
  t.equal((await adm.call('POST', path(waiting.job, '/retry'))).status, 409, 'what waits is no dead letter')
  t.equal((await lastAction())!.action, 'job.retried', 'what was not done is not noted')
  t.same(await json(adm.call('POST', path(waiting.job, '/remove'))), { done: 1 })
  t.match(await lastAction(), { action: 'job.removed', params: { job: waiting.job, state: 'waiting' } })
  t.match(await findUpload(api.db, waiting.id), { stage: 'failed', failure: { code: 'STOPPED_BY_OPERATOR' } })
  t.equal(await queue.getJob(waiting.job), undefined, 'no sweep drives it anew')
})

await t.test('forgetting a dead letter of an earlier attempt leaves the running one alone', async (t) => {
  const ann = await api.person()
  const renders = new Queue('renders', { connection: redis, prefix: PREFIX })
  const forget = async (name: 'render.draw' | 'render.encode', payload: { id: string; attempt: number }) => {
    const id = jobId(name, payload)
    await renders.add(name, payload, { jobId: id })
    const response = await adm.call('POST', `/backstage/queues/renders/jobs/${encodeURIComponent(id)}/remove`)
    t.equal(response.status, 200)
    t.equal(await renders.getJob(id), undefined)
  }
  const statusOf = async (id: string) => (await findRender(api.db, id))!.status
  for (const name of ['render.draw', 'render.encode'] as const) {
    const id = await makeRender(api.db, ann.user)
    const { rows } = await sql<{ id: string }>`select id from render_chunks where render_id = ${id}`.execute(api.db)
    const subject = name === 'render.draw' ? rows[0]!.id : id
    await failRender(api.db, { id, attempt: 1 }, { code: 'PROCESSING_FAILED', params: {} })
    await retryRender(api.db, id)
    await forget(name, { id: subject, attempt: 1 })
    t.equal(await statusOf(id), 'queued', `${name}: its owner's Retry goes on`)
    await forget(name, { id: subject, attempt: 2 })
    t.equal(await statusOf(id), 'cancelled', `${name}: what is forgotten now has ended`)
  }
  await renders.close()

  const [id, subjectId] = [newId(), newId()]
  await sql`insert into notification_tasks (id, job, subject_id, params, event_attempt, attempt)
    values (${id}, 'notify.like', ${subjectId}, '{}', 1, ${MAX_TASK_ATTEMPTS})`.execute(api.db)
  const actions = jobActions['notify.like']
  t.equal(await actions.stop(api.db, { id, attempt: 1 }), false)
  t.equal(await actions.sendAgain(api.db, { id, attempt: MAX_TASK_ATTEMPTS }), true)
  await forgetTasks(api.db)
  t.match(await stuckTasks(api.db, { seconds: 60, limit: 10 }), [{ id }], 'what is sent again waits for the next sweep')
  t.equal(await actions.stop(api.db, { id, attempt: MAX_TASK_ATTEMPTS - 1 }), true)
})

await t.test('groups dead letters by error, and retries a group together', async (t) => {
  const ann = await api.person()
  const same = [
    await deadLetter(ann, `no answer from 10.0.0.1 for ${newId()}`),
    await deadLetter(ann, `no answer from 10.0.0.2 for ${newId()}`),
  ]
  await deadLetter(ann, 'another thing')
  type Group = { error: string; count: number; firstAt: string; lastAt: string; sample: QueueJob }
  const { items } = await json<{ items: Group[] }>(adm.call('GET', '/backstage/queues/uploads/dead-letters'))
  t.match(items, [
    { error: 'no answer from #.#.#.# for …', count: 2 },
    { error: 'another thing', count: 1 },
  ])
  t.ok(items[0]!.firstAt < items[0]!.lastAt)
  t.match(items[0]!.sample, { subject: { userId: ann.user.id, title: 'dress.glb' }, tries: 1, state: 'failed' })
  const error = items[0]!.error
  t.same(await json(adm.call('POST', '/backstage/queues/uploads/retry', { body: { error } })), { done: 2 })
  t.match(await lastAction(), { action: 'jobs.retried', params: { error, count: 2 } })
  for (const { id } of same) t.equal((await findUpload(api.db, id))!.stage, 'upload')
})

await t.test("a job's page shows its user, attempts, log and earlier events", async (t) => {
  const ann = await api.person()
  const { job } = await deadLetter(ann, 'it broke')
  const seen = await json<{ job: QueueJob; logs: string[]; timeline: { type: string }[] }>(adm.call('GET', path(job)))
  t.match(seen.job, { id: job, name: 'upload.verify', state: 'failed', tries: 1, maxTries: 1, error: 'it broke' })
  t.match(seen.logs, [/try 1 of 1: Error: it broke/])
  t.same(
    seen.timeline.map(({ type }) => type),
    ['upload.received', 'upload.due', 'upload.failed'],
  )
})

await t.test('lists waiting work by user, and one user can be stopped', async (t) => {
  const [ann, bob] = [await api.person(), await api.person()]
  const anns = [await waitingUpload(ann), await waitingUpload(ann)]
  const bobs = await waitingUpload(bob)
  type Waiting = { items: { userId: string; jobs: number; works: { title: string }[] }[] }
  const { items } = await json<Waiting>(adm.call('GET', '/backstage/queues/uploads/waiting'))
  t.match(items, [
    { userId: ann.user.id, userName: ann.user.username, jobs: 2, works: [{ title: 'dress.glb' }] },
    { userId: bob.user.id, jobs: 1 },
  ])
  const stop = () => adm.call('POST', '/backstage/queues/uploads/stop', { body: { userId: ann.user.id } })
  t.same(await json(stop()), { done: 2 })
  t.match(await lastAction(), { action: 'jobs.stopped', subjectId: ann.user.id, params: { count: 2 } })
  for (const { id } of anns) t.equal((await findUpload(api.db, id))!.stage, 'failed')
  t.equal((await findUpload(api.db, bobs.id))!.stage, 'upload', 'nobody else is')
  t.equal((await stop()).status, 404, 'nothing is left')

  const held = await heldUpload(ann)
  t.match(await json<Waiting>(adm.call('GET', '/backstage/queues/uploads/waiting')), {
    items: [{ jobs: 1 }, { jobs: 1 }],
  })
  t.same(await json(stop()), { done: 1 }, 'what waits for its turn is stopped, too')
  t.equal((await findUpload(api.db, held))!.stage, 'failed')

  const line = Array.from({ length: 1_100 }, (_, i) => ({
    name: 'upload.verify',
    data: { id: bobs.id, attempt: i + 2 },
    opts: { jobId: jobId('upload.verify', { id: bobs.id, attempt: i + 2 }) },
  }))
  await queue.addBulk(line)
  const last = await waitingUpload(ann)
  const far = await json<Waiting>(adm.call('GET', '/backstage/queues/uploads/waiting'))
  t.match(far.items, [
    { userId: bob.user.id, jobs: 1_101 },
    { userId: ann.user.id, jobs: 1 },
  ])
  t.same(await json(stop()), { done: 1 })
  t.equal((await findUpload(api.db, last.id))!.stage, 'failed')
  await queue.drain()
})

await t.test('pause, resume, concurrency, promote and drain are logged and show at once', async (t) => {
  t.match(await json(adm.call('POST', '/backstage/queues/uploads/pause')), { name: 'uploads', paused: true })
  t.match(await lastAction(), { action: 'queue.paused', params: { queue: 'uploads' } })
  t.match(await json(adm.call('POST', '/backstage/queues/uploads/resume')), { paused: false })
  const set = (concurrency: number | null) =>
    adm.call('PUT', '/backstage/queues/uploads/concurrency', { body: { concurrency } })
  t.match(await json(set(3)), { concurrency: 3 })
  t.match(await lastAction(), { action: 'queue.concurrency', params: { concurrency: 3 } })
  t.match(await json(set(null)), { concurrency: null })
  t.equal((await set(0)).status, 422)
  t.equal((await adm.call('POST', '/backstage/queues/embroidery/pause')).status, 404)

  await queue.add('upload.verify', { id: newId(), attempt: 1 }, { jobId: 'later', delay: 60_000 })
  t.same(await json(adm.call('POST', path('later', '/promote'))), { done: 1 })
  t.equal(await (await queue.getJob('later'))!.getState(), 'waiting')
  t.equal((await adm.call('POST', path('later', '/promote'))).status, 409)
  await (await queue.getJob('later'))!.remove()

  t.equal((await adm.call('POST', `/backstage/workers/${newId()}/drain`)).status, 404)
  const running = createRunning('idle', api.config)
  const idle = { run: async () => {}, fail: async () => {} }
  startWorker(running, 'uploads', {
    'upload.verify': idle,
    'upload.process': idle,
    'upload.preview': idle,
    'upload.remake': idle,
  })
  await until(async () => (await livingWorkers(redis)).length === 1)
  const { items } = await json<{ items: { id: string; host: string }[] }>(adm.call('GET', '/backstage/workers'))
  t.same(await json(adm.call('POST', `/backstage/workers/${items[0]!.id}/drain`)), { done: 1 })
  t.match(await lastAction(), { action: 'worker.drained', subjectId: items[0]!.id, params: { queue: 'uploads' } })
  await running.shutdown()
})

await t.test('Q01 logs who acknowledges an alert', async (t) => {
  const sign = { kind: 'no_worker', queue: 'uploads', bad: true, params: { waiting: 2 } } as const
  await updateAlerts(api.db, [sign])
  await sql`update alert_signs set since = now() - interval '1 minute'`.execute(api.db)
  await updateAlerts(api.db, [sign])
  const { items } = await json<{ items: Alert[] }>(adm.call('GET', '/backstage/alerts?state=open'))
  t.match(items, [{ kind: 'no_worker', queue: 'uploads', acknowledgedBy: null }])
  const eye = (person: Person) => person.call('POST', `/backstage/alerts/${items[0]!.id}/acknowledge`)
  t.match(await json(eye(adm)), { acknowledgedBy: adm.user.username, closedAt: null, version: 2 })
  t.match(await lastAction(), { action: 'alert.acknowledged', subjectId: items[0]!.id, params: { queue: 'uploads' } })
  t.equal((await eye(adm)).status, 409)
})

await t.test('lists jobs by state and page, also with an unknown payload', async (t) => {
  await queue.obliterate({ force: true })
  for (let n = 0; n < 3; n++)
    await queue.add('upload.embroider', { id: `../${n}`, password: 'x' }, { jobId: `odd-${n}` })
  type Page = { items: QueueJob[]; total: number }
  const page = await json<Page>(adm.call('GET', '/backstage/queues/uploads/jobs?state=waiting&page=2&pageSize=2'))
  t.equal(page.total, 3)
  t.match(page.items, [{ id: 'odd-2', payload: { id: '../2', attempt: 0 }, subject: null }])
  t.notMatch(JSON.stringify(page), /password/, 'only ids are shown')
  t.match(await json(adm.call('GET', '/backstage/queues/uploads/history?range=7d')), { range: '7d', points: [] })
})
