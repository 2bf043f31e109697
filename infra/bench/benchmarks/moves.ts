import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { waker } from '@toile/bus/wake'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { notify } from '@toile/db/notifications/notifications'
import { freePort } from '@toile/runtime/ports'
import { until } from '@toile/testing/until'
import { sql } from 'kysely'
import { makePerson, type Person } from '../../chaos/workload/people.js'
import { startCopy, type Copy } from '../setup/copies.js'
import { openEdge } from '../setup/edge.js'
import type { Line } from '../measure/line.js'
import { openMovedPage } from '../setup/moved-page.js'

const PAGES = 10
const MESSAGES = 1_000
const EVERY_MS = 25
const MOVE_EVERY_MS = 1_500
const QUIET_MS = 30_000

/** Ends processes and cuts connections while messages arrive. Then counts differences between pages and Postgres. */
export async function benchMoves(env: Record<string, string>): Promise<Line[]> {
  const redis = new Redis(env['REDIS_URL']!)
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {}, onEvents: waker(redis) })
  const copies = { api: await copiesOf('api', 'PORT', env), realtime: await copiesOf('realtime', 'REALTIME_PORT', env) }
  let relay = await startCopy('relay', env)
  const api = await openEdge([Number(env['PORT']), ...copies.api.ports])
  const realtime = await openEdge([Number(env['REALTIME_PORT']), ...copies.realtime.ports])
  const people: Person[] = []
  while (people.length < PAGES) people.push(await makePerson(db, env['SECRET']!))
  const pages = people.map(({ token }) => openMovedPage({ realtime: realtime.url, api: api.url }, token))
  try {
    await until(() => pages.every((page) => page.isQuiet()))
    const moves: Record<string, () => Promise<unknown>> = {
      'all connections cut': async () => realtime.cut(),
      'a realtime ended by SIGTERM': () => copies.realtime.replace('SIGTERM'),
      'a relay killed': async () => {
        await relay.end('SIGKILL')
        relay = await startCopy('relay', env)
      },
      'a realtime killed': () => copies.realtime.replace('SIGKILL'),
      'an API ended by SIGTERM': () => copies.api.replace('SIGTERM'),
    }
    const counts = await whileMoving(Object.entries(moves), () => writeAll(db, people))
    const missingNow = () =>
      missing(
        db,
        people,
        pages.map(({ shown }) => shown),
      )
    for (const deadline = Date.now() + QUIET_MS; Date.now() < deadline && (await missingNow()) > 0;) await wait(100)
    await until(() => pages.every((page) => page.isQuiet()))
    const left = await missingNow()
    const lives = pages.flatMap((page) => [...page.live.values()])
    const made = Object.entries(counts).map(([name, count]) => `${count} x ${name}`)
    return [
      {
        what: `${MESSAGES} messages to ${PAGES} pages that are moved between 3 copies of realtime, 2 of the API and 2 relays`,
        measured: made.join(', '),
      },
      { what: 'the same: missing at the end, against the database', measured: String(left) },
      {
        what: 'the same: came live, came live twice, came by fetching alone',
        measured: `${lives.length}, ${lives.filter((times) => times > 1).length}, ${MESSAGES - lives.length}`,
      },
      {
        what: 'the same: connections that the pages made',
        measured: String(sum(pages.map((page) => page.connects()))),
      },
    ]
  } finally {
    pages.forEach((page) => page.close())
    api.close()
    realtime.close()
    await Promise.all([relay.end('SIGTERM'), copies.api.end(), copies.realtime.end()])
    await db.destroy()
    redis.disconnect()
  }
}

/** Starts additional copies of a process. A replacement reuses the port of the copy that it replaces. */
async function copiesOf(name: string, variable: string, env: Record<string, string>) {
  const count = name === 'api' ? 1 : 2
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const start = (port: number) => startCopy(name, env, { [variable]: String(port) })
  const running: Copy[] = await Promise.all(ports.map(start))
  let turn = 0
  return {
    ports,
    async replace(signal: 'SIGTERM' | 'SIGKILL') {
      const at = turn++ % count
      await running[at]!.end(signal)
      running[at] = await start(ports[at]!)
    },
    end: () => Promise.all(running.map((copy) => copy.end('SIGTERM'))),
  }
}

async function writeAll(db: Db, people: readonly Person[]): Promise<void> {
  for (let i = 0; i < MESSAGES; i++) {
    const { id: userId } = people[i % people.length]!
    await notify(db, { userId, kind: 's_code', key: `moves:${i}`, params: { days: 1 } })
    await wait(EVERY_MS)
  }
}

async function whileMoving(
  moves: readonly (readonly [string, () => Promise<unknown>])[],
  work: () => Promise<void>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let isDone = false
  const done = work().finally(() => (isDone = true))
  for (let i = 0; !isDone; i++) {
    await wait(MOVE_EVERY_MS)
    const [name, move] = moves[i % moves.length]!
    await move()
    counts[name] = (counts[name] ?? 0) + 1
  }
  await done
  return counts
}

/** Counts written messages that are missing in the database or on their page, plus messages that only a page shows. */
async function missing(db: Db, people: readonly Person[], shown: readonly ReadonlySet<string>[]): Promise<number> {
  const { rows } = await sql<{ id: string; user_id: string }>`select id, user_id from notifications
    where user_id = any(${people.map(({ id }) => id)}::uuid[])`.execute(db)
  const pageOf = new Map(people.map(({ id }, at) => [id, shown[at]!]))
  const there = rows.filter((row) => pageOf.get(row.user_id)!.has(row.id)).length
  return MESSAGES - there + (sum(shown.map(({ size }) => size)) - there)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
