import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { listFeed } from '@toile/db/works/feed'
import { makePerson, type Person } from '../../chaos/workload/people.js'
import type { FromAttacker, ToAttacker } from '../processes/attacker.js'
import { createHttpClients, measureLoad, quantile } from '../measure/load.js'
import { compare, type Compared } from '../measure/compare.js'
import { seedUntil } from '../setup/seed-until.js'
import type { Bench } from '../benchmarks.js'
import type { Measurements } from '../report/results.js'

const SECONDS = 4
const ROUNDS = 5
const WORKS = 2_000
const OTHERS = 10
const EVERY_MS = 50
/** Goal: other users' p99 under attack is at most this multiple of the p99 with which benchAttacks() compares it. */
const MOST = 3

type Attack = Pick<ToAttacker, 'what' | 'clients' | 'everyMs' | 'fromOne'> & { name: string }

/** Each address sends slowly enough to stay within its rate limit. */
const bodies = (['keys', 'nesting', 'array', 'string'] as const).map((what): Attack => {
  const of = { keys: 'of keys', nesting: 'nested', array: 'as an array', string: 'as one string' }[what]
  return { what, name: `1 MB ${of} to POST /studio/lease, 8 addresses, 10 a second each`, clients: 8, everyMs: 100 }
})
const attacks: readonly Attack[] = [
  ...bodies,
  { what: 'description', name: 'GET /openapi.json by 15 clients', clients: 15 },
  { what: 'patches', name: '150 waiting PATCHes on one upload', clients: 150, everyMs: 1_000 },
  { what: 'passwords', name: 'wrong passwords by 8 clients', clients: 8 },
  { what: 'lists', name: '600 lists a minute by one address', clients: 1, everyMs: 100, fromOne: true },
  // This number is below the limit of 2,500 connections per network. For IPv4, a network is a single address.
  { what: 'connections', name: '2,400 idle connections of one network', clients: 2_400 },
]

/**
 * Compares other users' p99 under attack with their p99 while as many ordinary visits are made as the attack made
 * calls. The attack `connections` makes no calls, so it is compared with runs that have no other traffic.
 */
export async function benchAttacks({ toile, say }: Bench): Promise<Measurements> {
  const { port, databaseUrl, env } = await toile()
  const db = openDb({ url: databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  const attacker = fork(fileURLToPath(new URL('../processes/attacker.js', import.meta.url)))
  try {
    const people = await Promise.all(Array.from({ length: OTHERS }, () => makePerson(db, env['SECRET']!)))
    await seedUntil({ db, url: `http://127.0.0.1:${port}`, secret: env['SECRET']! }, WORKS)
    const [work] = (await listFeed(db, { sort: 'latest', limit: 1 })).items
    const others = () => look(port, people, work!.id)
    const measured: { attack: Attack; compared: Compared; counts: Record<string, number> }[] = []
    for (const attack of attacks) {
      const { name, what, clients } = attack
      let counts: Record<string, number> = {}
      const compared = await compare({
        what: name,
        unit: 'ms',
        better: 'less',
        rounds: ROUNDS,
        contenders: [
          {
            name: 'under attack',
            kind: 'subject',
            run: async () => {
              const about = what === 'patches' ? await announce(db, env['SECRET']!, port) : { upload: '', token: '' }
              const during = await whileBusy(attacker, { port, ...attack, ...about, seconds: SECONDS }, others)
              counts = during.counts
              return { value: during.value }
            },
          },
          {
            name: 'as many visits',
            kind: 'baseline',
            goal: MOST,
            run: async () => {
              if (what === 'connections') return { value: await others() }
              const made = Object.values(counts).reduce((sum, one) => sum + one, 0)
              const everyMs = (clients * SECONDS * 1_000) / made
              const visits = {
                port,
                what: 'visits',
                clients,
                everyMs,
                seconds: SECONDS,
                upload: '',
                token: '',
              } as const
              return { value: (await whileBusy(attacker, visits, others)).value }
            },
          },
        ],
      })
      measured.push({ attack, compared, counts })
      say(`${name}: ${compared.ratios[0]!.value.toFixed(2)}`)
    }
    return {
      figures: measured.map(({ compared: { what, ratios } }) => ({ ...ratios[0]!, what })),
      lines: measured.map(({ compared: { what, contenders }, counts }) => {
        const [under, control] = contenders.map(({ median }) => `${median.toFixed(1)} ms`)
        const answers = Object.entries(counts).map(([status, count]) => `${count} × ${status}`)
        return { what, measured: `p99 ${under}, else ${control}; last ${SECONDS} s: ${answers.join(', ')}` }
      }),
    }
  } finally {
    attacker.kill()
    await db.destroy()
  }
}

/** Returns the p99 of other users' calls in ms. A call is timed from when it was due, so that a late start counts. */
async function look(port: number, people: readonly Person[], work: string): Promise<number> {
  const callers = createHttpClients(OTHERS)
  const paths = ['/works', `/works/${work}`, '/auth/me']
  try {
    const { ms } = await measureLoad({ clients: OTHERS, seconds: SECONDS, everyMs: EVERY_MS }, (index, client) => {
      const headers = { authorization: `Bearer ${people[client]!.token}` }
      return callers.call(client, { port, path: paths[index % paths.length]!, headers })
    })
    return quantile(ms, 0.99)
  } finally {
    callers.close()
  }
}

async function whileBusy(attacker: ChildProcess, message: ToAttacker, measure: () => Promise<number>) {
  const nextMessage = () => once(attacker, 'message') as Promise<[FromAttacker]>
  const begun = nextMessage()
  attacker.send(message)
  await begun
  const ended = nextMessage()
  const value = await measure()
  const [counts] = await ended
  return { value, counts: counts as Record<string, number> }
}

async function announce(db: Db, secret: string, port: number): Promise<{ upload: string; token: string }> {
  const { token } = await makePerson(db, secret)
  const headers = {
    authorization: `Bearer ${token}`,
    'tus-resumable': '1.0.0',
    'upload-length': '100000000',
    'upload-metadata': 'filename YmVuY2guZ2xi',
  }
  const { headers: answer } = await fetch(`http://127.0.0.1:${port}/uploads`, { method: 'POST', headers })
  return { upload: new URL(answer.get('location')!, `http://127.0.0.1:${port}`).pathname, token }
}
