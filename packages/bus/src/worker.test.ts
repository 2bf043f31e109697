import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import t from '@toile/testing/tap'
import { InputFailure, type StoredFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import { jobId, type JobPayload } from '@toile/contracts/jobs'
import type { Config } from '@toile/runtime/config'
import { freePort } from '@toile/runtime/ports'
import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { openQueues, type Queues } from './queues.js'
import { PREFIX } from './redis.js'
import { asStoreUnavailable } from '@toile/contracts/store-unavailable'
import { RetryLater } from '@toile/runtime/retry-later'
import { startWorker, type Handler, type JobContext } from './worker.js'

let redis: TestRedis
let queues: Queues
t.before(async () => {
  redis = await startTestRedis()
  const { log } = createRunning('test', await testConfig({ databaseUrl: 'postgres://none', redisUrl: redis.url }))
  queues = openQueues(redis.url, log)
})
t.teardown(async () => {
  await queues.close()
  await redis.stop()
})

async function start(run: (payload: JobPayload, context: JobContext) => Promise<void>, over: Partial<Config> = {}) {
  const failures: { id: string; failure: StoredFailure }[] = []
  const config = await testConfig({ databaseUrl: 'postgres://none', redisUrl: redis.url, ...over })
  const running = createRunning('test', config)
  const handler: Handler = { run, fail: async ({ id }, failure) => void failures.push({ id, failure }) }
  const worker = startWorker(running, 'uploads', {
    'upload.verify': handler,
    'upload.process': handler,
    'upload.preview': handler,
    'upload.remake': handler,
  })
  return { failures, running, worker, stop: () => running.shutdown() }
}

const payload = (): JobPayload => ({ id: newId(), attempt: 1 })

await t.test('an event delivered twice makes one job, and a new attempt makes another', async (t) => {
  const seen: string[] = []
  const first = payload()
  await queues.add([{ name: 'upload.verify', payload: first }])
  await queues.add([{ name: 'upload.verify', payload: first }])
  await queues.add([{ name: 'upload.verify', payload: { ...first, attempt: 2 } }])
  const { stop } = await start(async ({ id, attempt }) => void seen.push(`${id}.${attempt}`))
  await until(() => seen.length >= 2)
  // Finished jobs are kept, so their ids still deduplicate new jobs.
  await queues.add([{ name: 'upload.verify', payload: first }])
  const last = payload()
  await queues.add([{ name: 'upload.verify', payload: last }])
  await until(() => seen.includes(`${last.id}.1`))
  t.same(seen.sort(), [`${first.id}.1`, `${first.id}.2`, `${last.id}.1`].sort())
  await stop()
})

await t.test('Q02 a job carries ids only, and one that does not fit is a dead letter at once', async (t) => {
  const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
  const good = payload()
  await queues.add([{ name: 'upload.verify', payload: good }])
  t.same(Object.keys((await queue.getJob(jobId('upload.verify', good)))!.data as object).sort(), ['attempt', 'id'])

  // Bypasses `queues` and adds a bad job, as an attacker or a bug would.
  const bad = await queue.add(
    'upload.verify',
    { id: '../../etc/passwd', attempt: 1, password: 'x' },
    { jobId: 'bad-one', attempts: 5 },
  )
  const handled: string[] = []
  const { worker, stop } = await start(async ({ id }) => void handled.push(id))
  await until(async () => (await bad.getState()) === 'failed')
  t.equal((await queue.getJob('bad-one'))!.attemptsMade, 1, 'not tried again')
  await until(() => handled.includes(good.id))
  t.same(handled, [good.id], 'it never reached the handler')
  t.ok(worker.isRunning(), 'the worker lives on')
  await stop()
  await queue.close()
})

await t.test('Q12 a job of a newer version is left for a worker that knows it', async (t) => {
  const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
  const job = await queue.add('upload.embroider', payload(), { jobId: 'from-the-future' })
  const { stop } = await start(async () => {})
  await until(async () => (await job.getState()) === 'delayed')
  t.pass('delayed, not failed')
  await stop()
  await queue.close()
})

await t.test('Q06 bad input ends in failed without another attempt', async (t) => {
  let tries = 0
  const { failures, stop } = await start(async () => {
    tries++
    throw new InputFailure('NOT_A_MODEL')
  })
  const job = payload()
  await queues.add([{ name: 'upload.process', payload: job }])
  await until(() => failures.length === 1)
  t.same(failures, [{ id: job.id, failure: { code: 'NOT_A_MODEL', params: {} } }])
  t.equal(tries, 1)
  await stop()
})

await t.test('Q06 a fault of ours ends with the request id under which it is logged', async (t) => {
  const { failures, stop } = await start(async () => {
    throw new InputFailure('CONVERSION_FAULT', { format: 'FBX' })
  })
  const requestId = newId()
  await queues.add([{ name: 'upload.process', payload: payload(), cause: { requestId } }])
  await until(() => failures.length === 1)
  t.match(failures, [{ failure: { code: 'CONVERSION_FAULT', params: { format: 'FBX', requestId } } }])
  await stop()
})

await t.test('Q06 a permanent fault ends after its attempts, and other jobs continue meanwhile', async (t) => {
  const poison = payload()
  const others = Array.from({ length: 5 }, payload)
  let tries = 0
  const done: string[] = []
  const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
  const { failures, stop } = await start(async ({ id }) => {
    if (id === poison.id) {
      tries++
      throw new Error('it does not work')
    }
    done.push(id)
  })
  await queues.add([
    { name: 'upload.process', payload: poison },
    ...others.map((one) => ({ name: 'upload.process' as const, payload: one })),
  ])
  await until(() => done.length === others.length)
  t.ok(tries < 5, 'the others did not wait for its tries')
  // Promotes the delayed job instead of waiting for its backoff, which doubles from 1 s.
  await until(async () => {
    for (const delayed of await queue.getDelayed())
      if (delayed.data.id === poison.id) await delayed.promote().catch(() => {})
    return failures.length > 0
  })
  t.equal(tries, 5)
  t.match(failures, [{ id: poison.id, failure: { code: 'PROCESSING_FAILED' } }])
  await stop()
  await queue.close()
})

await t.test('waiting for a tool that is still being installed costs no attempt', async (t) => {
  let calls = 0
  const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
  const waiting = payload()
  const { failures, stop } = await start(async ({ id }) => {
    if (id === waiting.id && ++calls < 8) throw new RetryLater('Chromium', 0.05)
  })
  await queues.add([{ name: 'upload.preview', payload: waiting }])
  await until(async () => (await (await queue.getJob(jobId('upload.preview', waiting)))!.getState()) === 'completed')
  t.equal(calls, 8, 'more calls than there are tries')
  t.same(failures, [])
  await stop()
  await queue.close()
})

await t.test('Q05 an unreachable store costs no attempt, however long it takes', async (t) => {
  let calls = 0
  const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
  const waiting = payload()
  const { failures, stop } = await start(async ({ id }) => {
    if (id !== waiting.id || ++calls === 8) return
    // Callers of a store wrap its error as the cause of another error.
    throw new Error('no picture', { cause: asStoreUnavailable(new Error('connect ECONNREFUSED')) })
  })
  await queues.add([{ name: 'upload.preview', payload: waiting }])
  await until(async () => {
    const job = (await queue.getJob(jobId('upload.preview', waiting)))!
    if (await job.isDelayed()) await job.promote().catch(() => {})
    return job.isCompleted()
  })
  t.equal(calls, 8, 'more calls than there are tries')
  t.same(failures, [])
  await stop()
  await queue.close()
})

await t.test('I7 a worker whose clock is wrong delays jobs by Redis’ clock', async (t) => {
  const givesBack = payload()
  const fails = payload()
  const asked = new Redis(redis.url)
  const { now } = Date
  const { stop } = await start(async ({ id }) => {
    if (id === givesBack.id) throw new RetryLater('not now', 60)
    throw new Error('passing')
  })
  /** When BullMQ will run the delayed job, in ms. */
  const dueOf = async (id: string) => {
    const events = await asked.xrange(`${PREFIX}:uploads:events`, '-', '+')
    const delayed = events.map(([, fields]) => fields).find((fields) => fields[1] === 'delayed' && fields[3] === id)
    return delayed && Number(delayed[5])
  }
  t.teardown(async () => {
    Date.now = now
    await asked.quit()
  })
  for (const minutes of [5, -10])
    for (const [job, delayMs] of [
      [givesBack, 60_000],
      [fails, 1_000],
    ] as const) {
      const one = { id: job.id, attempt: Math.abs(minutes) }
      await queues.add([{ name: 'upload.preview', payload: one }])
      const id = jobId('upload.preview', one)
      Date.now = () => now() + minutes * 60_000
      await until(async () => (await dueOf(id)) !== undefined)
      Date.now = now
      const offMs = (await dueOf(id))! - now() - delayMs
      t.ok(Math.abs(offMs) < 30_000, `${minutes} minutes off, ${delayMs} ms: ${offMs} ms`)
    }
  await stop()
  // Otherwise the next test's worker would run the delayed jobs.
  const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
  await queue.obliterate()
  await queue.close()
})

await t.test('a job that gives way restarts its age, any other ages from its arrival', async (t) => {
  const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
  const [waiting, giving] = [payload(), payload()]
  const own = new Redis(redis.url)
  const [patient, urgent] = [jobId('upload.preview', giving), jobId('upload.preview', waiting)]
  const called = new Set<string>()
  const { stop } = await start(async ({ id }) => {
    called.add(id)
    throw new RetryLater('not now', 3_600, { nobodyWaits: id === giving.id })
  })
  const put = async () => {
    await until(async () => {
      const states = await Promise.all([patient, urgent].map(async (id) => (await queue.getJob(id))?.getState()))
      return called.size === 2 && states.every((state) => state === 'delayed')
    })
    called.clear()
  }
  await queues.add([waiting, giving].map((one) => ({ name: 'upload.preview', payload: one })))
  await put()
  for (const id of [patient, urgent]) {
    await own.hset(queue.toKey(id), 'timestamp', Date.now() - 90_000)
    await (await queue.getJob(id))!.promote()
  }
  await put()
  const ageOf = async (id: string) => Date.now() - (await queue.getJob(id))!.timestamp
  t.ok((await ageOf(urgent)) >= 90_000)
  t.ok((await ageOf(patient)) < 90_000)
  await stop()
  for (const id of [patient, urgent]) await (await queue.getJob(id))!.remove()
  own.disconnect()
  await queue.close()
})

await t.test('Q11 on SIGTERM a worker finishes its jobs', async (t) => {
  let finished = false
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let started = false
  const { stop } = await start(async () => {
    started = true
    await held
    finished = true
  })
  await queues.add([{ name: 'upload.verify', payload: payload() }])
  await until(() => started)
  const stopped = stop()
  release()
  await stopped
  t.ok(finished)
})

await t.test(
  'Q11 a job that outlasts the grace time is handed back, and another worker starts it at once',
  async (t) => {
    const queue = new Queue('uploads', { connection: { url: redis.url }, prefix: PREFIX })
    const long = payload()
    let begun = false
    const first = await start(
      ({ id }, { signal }) =>
        id === long.id
          ? new Promise((_resolve, reject) => {
              begun = true
              signal.addEventListener('abort', () => reject(new Error('stopped')))
            })
          : Promise.resolve(),
      { finishSeconds: 1 },
    )
    await queues.add([{ name: 'upload.verify', payload: long }])
    await until(() => begun)
    const sentAt = performance.now()
    await first.stop()
    const tookMs = performance.now() - sentAt
    t.ok(tookMs >= 990, `ended after ${Math.round(tookMs)} ms`)
    const job = (await queue.getJob(jobId('upload.verify', long)))!
    t.ok(['delayed', 'waiting'].includes(await job.getState()), 'it is nobody’s any more')
    t.same([job.attemptsMade, first.failures], [0, []], 'and that cost no try')
    const done: string[] = []
    const second = await start(async ({ id }) => void done.push(id))
    await until(() => done.includes(long.id))
    await second.stop()
    await queue.close()
  },
)

await t.test('a worker’s ops port reports that it is live, and during shutdown that it is not ready', async (t) => {
  const opsPort = await freePort()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let begun = false
  const { running, stop } = await start(
    async () => {
      begun = true
      await held
    },
    { opsPort },
  )
  await running.ready()
  const ask = async (about: string) => {
    const response = await fetch(`http://127.0.0.1:${opsPort}/${about}`)
    return [response.status, await response.text()] as const
  }
  t.same(await ask('health/live'), [200, '{"ok":true}'])
  t.same(await ask('health/ready'), [200, '{"ok":true,"checks":{"redis":"ok"}}'])
  t.match(await ask('metrics'), [200, /toile_job_duration_seconds/])
  await queues.add([{ name: 'upload.verify', payload: payload() }])
  await until(() => begun)
  const stopped = stop()
  t.same(await ask('health/live'), [200, '{"ok":true}'], 'a probe does not kill what finishes its job')
  t.same(await ask('health/ready'), [503, '{"ok":false,"checks":{"shutdown":"ending"}}'])
  release()
  await stopped
  await t.rejects(ask('health/live'), 'and then it is gone')
})

await t.test('Q04 a worker frozen past its lock is cut off, and its job runs elsewhere', async (t) => {
  // The worker runs in a separate process, so that it can be frozen.
  const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'frozen-worker.test-process.js')
  const child = fork(script, { env: { ...process.env, TEST_WORKER_REDIS: redis.url } })
  t.teardown(() => child.kill('SIGKILL'))
  const job = payload()
  await queues.add([{ name: 'upload.verify', payload: job }])
  await once(child, 'message')
  child.kill('SIGSTOP')

  const taken: string[] = []
  const { stop } = await start(async ({ id }) => void taken.push(id))
  await until(() => taken.includes(job.id))
  const message = once(child, 'message')
  child.kill('SIGCONT')
  t.same((await message)[0], 'aborted', 'the frozen handler is aborted')
  await stop()
})

await t.test('Q08 a worker whose Redis refuses writes retries once a second, and recovers', async (t) => {
  const job = payload()
  const asked = new Redis(redis.url)
  await queues.add([{ name: 'upload.verify', payload: job }])
  await asked.config('SET', 'maxmemory', '1')
  const seen: string[] = []
  const { worker, stop } = await start(async ({ id }) => void seen.push(id))
  const refused: number[] = []
  worker.on('error', () => refused.push(performance.now()))
  await until(() => refused.length >= 4)
  await asked.config('SET', 'maxmemory', '0')
  t.ok(refused[3]! - refused[0]! > 900, `four refusals in ${Math.round(refused[3]! - refused[0]!)} ms`)
  await until(() => seen.includes(job.id))
  await asked.quit()
  await stop()
})

await t.test('Q08 adding to a frozen Redis fails within seconds instead of hanging', async (t) => {
  process.kill(redis.pid, 'SIGSTOP')
  await t.rejects(queues.add([{ name: 'upload.verify', payload: payload() }]))
  process.kill(redis.pid, 'SIGCONT')
  const client = new Redis(redis.url)
  await client.ping()
  client.disconnect()
  const after = payload()
  await until(() =>
    queues.add([{ name: 'upload.verify', payload: after }]).then(
      () => true,
      () => false,
    ),
  )
  t.ok(await queues.isAlive('upload.verify', after), 'and works again afterwards')
})
