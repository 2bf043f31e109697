import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { sendLive } from '@toile/bus/live-stream'
import { newId } from '@toile/contracts/ids'
import type { Notification } from '@toile/contracts/notifications/notifications'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { waker } from '@toile/bus/wake'
import { notify } from '@toile/db/notifications/notifications'
import { makePerson, type Person } from '../../chaos/workload/people.js'
import type { Line } from '../measure/line.js'
import type { ClientsReply, Delivery, ClientsCommand } from '../processes/socket-clients.js'

const CLIENTS = 1_000
const MESSAGES = 600
/** Messages are spaced out, to measure latency and not throughput. */
const EVERY_MS = 20
const QUIET_MS = 30_000

/**
 * Measures the time from the write of a notification to its arrival on its user's page while 1,000 pages are open. The
 * baseline sends the message directly through Redis, without the write to Postgres.
 */
export async function benchMessages(where: { port: number }, env: Record<string, string>): Promise<Line[]> {
  const redis = new Redis(env['REDIS_URL']!)
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {}, onEvents: waker(redis) })
  const script = fileURLToPath(new URL('../processes/socket-clients.js', import.meta.url))
  const clients = fork(script)
  try {
    const people: Person[] = []
    while (people.length < CLIENTS) people.push(await makePerson(db, env['SECRET']!))
    const tokens = people.map(({ token }) => token)
    send(clients, { connect: `http://127.0.0.1:${where.port}`, tokens })
    await once(clients, 'message')
    const baseline = await measure(clients, people, (person, sent) => inStream(redis, person, sent))
    const whole = await measure(clients, people, (person, sent) => committed(db, person, sent))
    const say = (times: number[]) => `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms`
    return [
      {
        what: `${CLIENTS} open pages: from the write to its reader's page (${MESSAGES} messages)`,
        measured: say(whole),
      },
      { what: 'the same, from Redis to the page: the baseline', measured: say(baseline) },
    ]
  } finally {
    clients.kill()
    await db.destroy()
    redis.disconnect()
  }
}

/** @returns milliseconds per message @throws Error unless each message arrives exactly once, on its receiver's page */
async function measure(
  clients: ChildProcess,
  people: Person[],
  tell: (person: Person, sent: string) => Promise<unknown>,
): Promise<number[]> {
  const wanted = new Map<string, number>()
  for (let i = 0; i < MESSAGES; i++) {
    // 617 and 1,000 are coprime, so all messages go to different users. Successive users are far apart in the list.
    const client = (i * 617) % people.length
    const sent = String(process.hrtime.bigint())
    wanted.set(sent, client)
    await tell(people[client]!, sent)
    await wait(EVERY_MS)
  }
  const deliveries: Delivery[] = []
  for (const deadline = Date.now() + QUIET_MS; deliveries.length < MESSAGES && Date.now() < deadline; await wait(100)) {
    send(clients, 'report')
    const [message] = (await once(clients, 'message')) as [ClientsReply]
    if ('deliveries' in message) deliveries.push(...message.deliveries)
  }
  const right = deliveries.filter(({ sent, client }) => wanted.get(sent) === client)
  if (
    right.length !== MESSAGES ||
    deliveries.length !== MESSAGES ||
    new Set(deliveries.map(({ sent }) => sent)).size !== MESSAGES
  )
    throw new Error(
      `${deliveries.length} messages came, ${right.length} of them to whom they were for, not ${MESSAGES}`,
    )
  return deliveries.map(({ ms }) => ms)
}

function committed(db: Db, { id: userId }: Person, sent: string): Promise<unknown> {
  return notify(db, { userId, kind: 's_code', key: `bench:${sent}`, params: { days: 1, sent } })
}

function inStream(redis: Redis, { id }: Person, sent: string): Promise<void> {
  const payload: Notification = {
    id: newId(),
    kind: 's_code',
    tab: 'notifications',
    message: '',
    excerpt: '',
    actors: [],
    people: 1,
    title: '',
    params: { days: 1, sent },
    subject: null,
    path: null,
    pictureUrl: null,
    hidden: false,
    read: false,
    version: 1,
    at: new Date().toISOString(),
  }
  return sendLive(redis, [{ room: `user:${id}`, event: 'notification:new', payload }])
}

const send = (clients: ChildProcess, message: ClientsCommand) => clients.send(message)

function at(times: number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1)
}
