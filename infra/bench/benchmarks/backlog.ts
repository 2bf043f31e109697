import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { PREFIX } from '@toile/bus/redis'
import { waker } from '@toile/bus/wake'
import type { QueueName } from '@toile/contracts/jobs'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { insertMail } from '@toile/db/notifications/mails'
import { setPaused } from '@toile/db/queues/queue-settings'
import { phoneJpeg } from '@toile/testing/files/pictures'
import { until } from '@toile/testing/until'
import { makePerson } from '../../chaos/workload/people.js'
import { startCopy } from '../setup/copies.js'
import type { Line } from '../measure/line.js'

const workerCounts = [1, 2, 3]
const MAILS = 90
/** Time that the mail server takes per mail. Meanwhile, the job waits without using the processor. */
const MAIL_MS = 250
const PICTURES = 24

interface Backlog {
  queue: QueueName
  process: string
  jobs: number
  own: Record<string, string>
  fill(): Promise<unknown>
  left(): Promise<number>
  /** Number of pending jobs that Toile holds back in Postgres and has not yet put into the BullMQ queue. */
  held(): Promise<number>
}

/** Measures how fast workers clear jobs that wait (mails) or compute (pictures). Toile's own workers must not run. */
export async function benchBacklog(env: Record<string, string>): Promise<Line[]> {
  const redis = new Redis(env['REDIS_URL']!)
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {}, onEvents: waker(redis) })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => setTimeout(done, MAIL_MS))
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtp = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`
  try {
    const person = await makePerson(db, env['SECRET']!)
    const mails: Backlog = {
      queue: 'notifications',
      process: 'notifications',
      jobs: MAILS,
      own: { SMTP_URL: smtp, MAIL_FROM: 'bench@example.test' },
      fill: () =>
        many(MAILS, () => insertMail(db, { kind: 'password_changed', userId: person.id, address: 'a@example.test' })),
      left: () => count(db, sql`mails where state = 'waiting'`),
      held: async () => 0,
    }
    const picture = await phoneJpeg(1, 2400, 3200)
    const pictures: Backlog = {
      queue: 'images',
      process: 'images',
      jobs: PICTURES,
      own: {},
      fill: () => many(PICTURES, () => sendPicture(db, env, picture)),
      left: () => count(db, sql`images where status in ('pending', 'processing')`),
      held: () => count(db, sql`images where status = 'pending' and admitted_at is null`),
    }
    return [
      ...(await measured(db, redis, env, mails, `mails to a server that takes ${MAIL_MS} ms for each`)),
      ...(await measured(db, redis, env, pictures, 'pictures of 2400 x 3200, which need the processor')),
    ]
  } finally {
    server.close()
    await db.destroy()
    redis.disconnect()
  }
}

async function measured(db: Db, redis: Redis, env: Record<string, string>, backlog: Backlog, what: string) {
  const { queue, jobs } = backlog
  const lines: Line[] = []
  for (const workers of workerCounts) {
    await setPaused(db, queue, true)
    await until(async () => (await redis.hexists(`${PREFIX}:${queue}:meta`, 'paused')) === 1)
    await backlog.fill()
    await until(async () => (await redis.llen(`${PREFIX}:${queue}:wait`)) + (await backlog.held()) === jobs)
    const own = { ...backlog.own, WORKER_CONCURRENCY: '1' }
    const copies = await Promise.all(Array.from({ length: workers }, () => startCopy(backlog.process, env, own)))
    await setPaused(db, queue, false)
    await until(async () => (await redis.llen(`${PREFIX}:${queue}:active`)) > 0)
    const began = performance.now()
    const busy = machineBusy()
    await until(async () => (await backlog.left()) === 0)
    const seconds = (performance.now() - began) / 1_000
    const [percent, load] = [busy(), loadavg()[0]!]
    await Promise.all(copies.map((copy) => copy.end('SIGTERM')))
    lines.push({
      what: `${jobs} ${what}: ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
      measured: `${seconds.toFixed(1)} s until the queue was empty; the machine's processors ${percent} % busy, load ${load.toFixed(1)}`,
    })
  }
  return lines
}

async function many(times: number, make: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) await make()
}

/** Each picture is sent by a new user, because uploads per user and minute are limited. */
async function sendPicture(db: Db, env: Record<string, string>, bytes: Buffer): Promise<void> {
  const { token } = await makePerson(db, env['SECRET']!)
  const form = new FormData()
  form.set('purpose', 'cover')
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'cover.jpg')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${env['PORT']}/images`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(await answer.text())
}

async function count(db: Db, of: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${of}`.execute(db)
  return rows[0]!.count
}

/** Returns a function that tells how busy all processors have been since machineBusy() was called, in percent. */
function machineBusy(): () => number {
  const read = () => {
    const times = readFileSync('/proc/stat', 'latin1').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number)
    const all = times.reduce((total, one) => total + one, 0)
    return { all, idle: times[3]! + times[4]! }
  }
  const before = read()
  return () => {
    const now = read()
    return Math.round(100 * (1 - (now.idle - before.idle) / Math.max(1, now.all - before.all)))
  }
}
