import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { makeWorkerUtils } from 'graphile-worker'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import { waker } from '@toile/bus/wake'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { redriveImage } from '@toile/db/images/images-transitions'
import { makeImage, makeUser } from '@toile/testing/factories'
import { startTestRedis } from '@toile/testing/redis'
import { quantile } from '../measure/load.js'
import { compare, type Contender } from '../measure/compare.js'
import { startCopy } from '../setup/copies.js'
import { measureBySize } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { openOwnDatabase } from '../setup/own-database.js'
import { BENCH_QUEUE, type FromWorker, type QueueKind, type ToWorker } from '../processes/queue-worker.js'
import type { Measurements } from '../report/results.js'

const JOBS = 1_000
const growingJobs = [10, 100, 1_000, 10_000]
/** Number of jobs that are emitted at a time, and that each worker except pg-boss's handles at a time. */
const AT_ONCE = 10
const PICKUPS = 100
/** Jobs are spaced out, to measure latency and not throughput. */
const EVERY_MS = 15
const PATIENCE_MS = 60_000

interface Way {
  name: string
  kind: QueueKind
  as: Contender['kind']
  goal?: number
  /** @returns the id that the handler will report */
  emit(): Promise<string>
  close(): Promise<unknown>
}

/** Compares Toile with BullMQ alone and two Postgres queues: throughput, and time from emitting to handling a job. */
export async function benchQueue({ toile }: Bench): Promise<Measurements> {
  const { databaseUrl, env } = await toile()
  const server = await startTestRedis()
  const redis = new Redis(server.url)
  const pool = { poolSize: AT_ONCE, onEvents: waker(redis) }
  const { db, url } = await openOwnDatabase(databaseUrl, 'bench_queue', pool)
  const emitters = await emittersOf(db, url, server.url)
  // The relay must see only the measured jobs. emittersOf() has marked earlier events as published, and the sweep takes
  // only jobs that are at least an hour old.
  const relay = await startCopy('relay', env, { DATABASE_URL: url, REDIS_URL: server.url, SWEEP_AFTER_SECONDS: '3600' })
  const workers: Worker[] = []
  try {
    for (const { kind } of emitters)
      workers.push(await startWorking({ kind, databaseUrl: url, redisUrl: server.url, concurrency: AT_ONCE }))
    const plot = {
      title: 'Jobs until the last one is handled',
      over: 'jobs',
      unit: 's',
      series: await measureBySize(
        growingJobs,
        emitters.slice(0, 2).map((way, at) => ({
          name: way.name,
          run: async (count) => count / (await jobsASecond(way, workers[at]!, count)),
        })),
      ),
    }
    const contender = (value: (way: Way, worker: Worker, isWarmUp: boolean) => Promise<number>, hasGoals: boolean) =>
      emitters.map((way, at): Contender => ({
        name: way.name,
        kind: way.as,
        ...(hasGoals && way.goal && { goal: way.goal }),
        run: async (isWarmUp) => ({ value: await value(way, workers[at]!, isWarmUp) }),
      }))
    const throughput = await compare({
      what: `${JOBS.toLocaleString('en')} jobs, each emitted by itself, ${AT_ONCE} at a time, until the last one is handled`,
      unit: 'jobs/s',
      better: 'more',
      work: { unit: 'job', count: JOBS },
      contenders: contender((way, worker) => jobsASecond(way, worker), true),
    })
    const ms = emitters.map((): number[] => [])
    const pickup = await compare({
      what: `one job each ${EVERY_MS} ms, from the call that emits it to its handler; p50 of ${PICKUPS}`,
      unit: 'ms',
      better: 'less',
      contenders: contender(async (way, worker, isWarmUp) => {
        const seen = await pickups(way, worker)
        if (!isWarmUp) ms[emitters.indexOf(way)]!.push(...seen)
        return quantile(seen, 0.5)
      }, false),
    })
    const lines = emitters.map(({ name }, at) => {
      const ordered = ms[at]!.sort((a, b) => a - b)
      const quantiles = [0.5, 0.99].map((share) => quantile(ordered, share).toFixed(1))
      return { what: `pickup by ${name}: p50 and p99 of ${ordered.length}`, measured: `${quantiles.join(' and ')} ms` }
    })
    return {
      compared: [throughput, pickup],
      lines,
      plots: [plot],
      versions: peerVersions(['bullmq', 'graphile-worker', 'pg-boss']),
    }
  } finally {
    for (const { child } of workers) child.kill('SIGKILL')
    await relay.end('SIGTERM')
    for (const emitter of emitters) await emitter.close()
    redis.disconnect()
    await server.stop()
    await db.destroy()
  }
}

async function emittersOf(db: Db, databaseUrl: string, redisUrl: string): Promise<Way[]> {
  const owner = await makeUser(db)
  const images: { id: string; attempt: number; redrives: number }[] = []
  while (images.length < AT_ONCE * 10)
    images.push({ id: await makeImage(db, owner, 'detail'), attempt: 1, redrives: 0 })
  await sql`update images set status = 'pending'`.execute(db)
  await sql`update events set published_at = now()`.execute(db)
  let next = 0
  const queue = new Queue(BENCH_QUEUE, { connection: { url: redisUrl } })
  const utils = await makeWorkerUtils({ connectionString: databaseUrl, maxPoolSize: AT_ONCE })
  await utils.migrate()
  const boss = new PgBoss({ connectionString: databaseUrl, max: AT_ONCE })
  // Without a listener for `error`, a connection error would end the process.
  boss.on('error', () => {})
  await boss.start()
  // Completed jobs are kept as Toile keeps them.
  const kept = { removeOnComplete: { age: 86_400, count: 1_000 } }
  const withId = async (add: (id: string) => Promise<unknown>) => {
    const id = newId()
    await add(id)
    return id
  }
  return [
    {
      name: 'Toile',
      kind: 'toile',
      as: 'subject',
      async emit() {
        const image = images[next++ % images.length]!
        if (!(await redriveImage(db, { ...image, attempt: image.attempt++ }))) throw new Error('Nothing moved')
        return image.id
      },
      close: async () => {},
    },
    {
      name: 'BullMQ alone',
      kind: 'bullmq',
      as: 'baseline',
      goal: 0.8,
      emit: () => withId((id) => queue.add(BENCH_QUEUE, { id }, { ...kept, jobId: id })),
      close: () => queue.close(),
    },
    {
      name: 'graphile-worker with a local queue',
      kind: 'graphile-worker',
      as: 'peer',
      goal: 1,
      emit: () => withId((id) => utils.addJob(BENCH_QUEUE, { id })),
      close: async () => utils.release(),
    },
    {
      name: 'pg-boss',
      kind: 'pg-boss',
      as: 'peer',
      goal: 1,
      emit: () => withId((id) => boss.send(BENCH_QUEUE, { id })),
      close: () => boss.stop(),
    },
  ]
}

interface Worker {
  child: ChildProcess
  /** Jobs that the child has handled and takeGiven() has not returned yet. An id may repeat. */
  given: { id: string; at: bigint }[]
}

async function startWorking(message: ToWorker): Promise<Worker> {
  const child = fork(fileURLToPath(new URL('../processes/queue-worker.js', import.meta.url)))
  const worker: Worker = { child, given: [] }
  child.send(message)
  const [ready] = (await once(child, 'message')) as [FromWorker]
  if (ready !== 'ready') throw new Error(`${message.kind} was given a job before it was ready`)
  child.on('message', (reported: FromWorker) => {
    if (reported !== 'ready') for (const { id, at } of reported) worker.given.push({ id, at: BigInt(at) })
  })
  return worker
}

async function takeGiven({ given }: Worker, count: number): Promise<Worker['given']> {
  const end = performance.now() + PATIENCE_MS
  while (given.length < count) {
    if (performance.now() > end) throw new Error(`${given.length} of ${count} jobs came`)
    await wait(5)
  }
  const taken = given.splice(0)
  if (taken.length > count) throw new Error(`${taken.length} jobs came, not ${count}`)
  return taken
}

async function jobsASecond(way: Way, worker: Worker, count = JOBS): Promise<number> {
  const began = process.hrtime.bigint()
  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await way.emit()
    }),
  )
  const given = await takeGiven(worker, count)
  const last = given.reduce((latest, { at }) => (at > latest ? at : latest), began)
  return count / (Number(last - began) / 1e9)
}

async function pickups(way: Way, worker: Worker): Promise<number[]> {
  const emitted: { id: string; began: bigint }[] = []
  for (let i = 0; i < PICKUPS; i++) {
    const began = process.hrtime.bigint()
    emitted.push({ id: await way.emit(), began })
    await wait(EVERY_MS)
  }
  const given = new Map((await takeGiven(worker, PICKUPS)).map(({ id, at }) => [id, at]))
  return emitted.map(({ id, began }) => Number(given.get(id)! - began) / 1e6).sort((a, b) => a - b)
}

function peerVersions(names: readonly string[]): Record<string, string> {
  const folder = new URL('../../../../node_modules/', import.meta.url)
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(new URL(`${name}/package.json`, folder), 'utf8')
      return [name, (JSON.parse(text) as { version: string }).version]
    }),
  )
}
