import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { PREFIX } from '@toile/bus/redis'
import { newId } from '@toile/contracts/ids'
import { openDb, poolSizes } from '@toile/db/client'
import { setPaused } from '@toile/db/queues/queue-settings'
import { until } from '@toile/testing/until'
import { makePerson } from '../chaos/people.js'
import { startCopy } from './copies.js'
import type { Line } from './line.js'

const JOBS = 3_000

/**
 * How many events a second one relay turns into jobs, how many small jobs a second one worker does (mails written as
 * files), and what a waiting job takes in Redis.
 */
export async function benchThroughput(env: Record<string, string>): Promise<Line[]> {
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
