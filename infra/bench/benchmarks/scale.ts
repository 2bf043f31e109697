import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { openDb, poolSizes } from '@toile/db/client'
import { freePort } from '@toile/runtime/ports'
import { PREFIX } from '@toile/bus/redis'
import { newId } from '@toile/contracts/ids'
import { setPaused } from '@toile/db/queues/queue-settings'
import { until } from '@toile/testing/until'
import type { RunningToile } from '../../start/toile.js'
import { benchBacklog } from './backlog.js'
import type { Line } from '../measure/line.js'
import { benchMoves } from './moves.js'
import { makePerson } from '../../chaos/workload/people.js'
import { startCopy } from '../setup/copies.js'
import type { ClientsCommand } from '../processes/socket-clients.js'
import { residentBytes } from '../measure/resident.js'

const GRACE_MS = 3_000
const SOCKETS = 2_000
const JOBS = 3_000

/** Measures what open pages notice when processes end, the gain from more workers, and the capacity of one process. */
export async function benchScale({ programs }: RunningToile, env: Record<string, string>): Promise<Line[]> {
  const lines = [...(await benchMoves(env)), ...(await benchSockets(env))]
  // The next two benchmarks start a known number of workers, so Toile's own workers for these queues are stopped first.
  for (const name of ['notifications', 'images'])
    await programs.find((program) => program.name === name)!.stop(GRACE_MS)
  return [...lines, ...(await benchThroughput(env)), ...(await benchBacklog(env))]
}

async function benchSockets(env: Record<string, string>): Promise<Line[]> {
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const port = await freePort()
  const copy = await startCopy('realtime', env, { REALTIME_PORT: String(port) })
  const clients = fork(fileURLToPath(new URL('../processes/socket-clients.js', import.meta.url)))
  try {
    const tokens: string[] = []
    while (tokens.length < SOCKETS) tokens.push((await makePerson(db, env['SECRET']!)).token)
    const before = residentBytes(copy.pid)
    const message: ClientsCommand = { connect: `http://127.0.0.1:${port}`, tokens }
    clients.send(message)
    await once(clients, 'message')
    const after = residentBytes(copy.pid)
    const each = Math.round((after - before) / SOCKETS / 1_024)
    const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
    return [
      {
        what: `memory of one realtime: without a page, with ${SOCKETS} open pages, a page`,
        measured: `${mb(before)}, ${mb(after)}, ${each} kB`,
      },
    ]
  } finally {
    clients.kill()
    await copy.end('SIGTERM')
    await db.destroy()
  }
}

/** Measures a relay's events per second, a worker's mails per second (written as files), and Redis' bytes per job. */
async function benchThroughput(env: Record<string, string>): Promise<Line[]> {
  const redis = new Redis(env['REDIS_URL']!)
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const worker = () => startCopy('notifications', env, { WORKER_CONCURRENCY: '8' })
  const memory = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1])
  try {
    const { id: userId } = await makePerson(db, env['SECRET']!)
    await setPaused(db, 'notifications', true)
    await until(async () => (await redis.hexists(`${PREFIX}:notifications:meta`, 'paused')) === 1)
    const before = await memory()
    let began = performance.now()
    const ids = Array.from({ length: JOBS }, () => newId())
    await sql`with moved as (
        insert into mails (id, user_id, kind, address, params)
        select id, ${userId}, 'password_changed', 'a@example.test', '{}' from unnest(${ids}::uuid[]) id returning id, attempt)
      insert into events (id, type, subject_id, attempt)
      select gen_random_uuid(), 'mail.requested', id, attempt from moved`.execute(db)
    await until(async () => (await redis.llen(`${PREFIX}:notifications:wait`)) === JOBS)
    const events = JOBS / ((performance.now() - began) / 1_000)
    const bytes = ((await memory()) - before) / JOBS
    const copy = await worker()
    await setPaused(db, 'notifications', false)
    await until(async () => (await redis.llen(`${PREFIX}:notifications:active`)) > 0)
    began = performance.now()
    await until(async () => {
      const { rows } = await sql<{
        left: number
      }>`select count(*)::int as left from mails where state = 'waiting'`.execute(db)
      return rows[0]!.left === 0
    })
    const jobs = JOBS / ((performance.now() - began) / 1_000)
    await copy.end('SIGTERM')
    return [
      { what: `one relay: events a second that become jobs (${JOBS})`, measured: events.toFixed(0) },
      { what: `one worker at 8 at a time: mails a second, written as files (${JOBS})`, measured: jobs.toFixed(0) },
      { what: 'Redis: bytes a waiting job', measured: bytes.toFixed(0) },
    ]
  } finally {
    await db.destroy()
    redis.disconnect()
  }
}
