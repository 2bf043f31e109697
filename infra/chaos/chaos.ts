import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seedWorks } from '@toile/testing/seeded-works'
import { onItsWay } from './check-effects.js'
import { check } from './checker.js'
import { openJournal } from './journal.js'
import { makeFaults, redeploy } from './nemesis.js'
import { makePerson } from './people.js'
import { seededRandom, shuffled } from './random.js'
import { report } from './report.js'
import { startSystem, type System } from './system.js'
import { openWitness } from './witness.js'
import { speak } from './voices.js'
import { work } from './workload.js'

// npm run chaos [-- --short] [--seed N]: people upload while things are killed, frozen and flushed; then one checker
// compares what was acknowledged with what is there. The last line counts the checks.

const LOCK_SECONDS = 2
const QUIET_MS = 120_000
/** Works that all like and comment on: so few that they get in each other's way. */
const TALKED_OF = 3
/** The last live messages are on their way when everything else has come to rest. */
const LAST_MESSAGES_MS = 2_000

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const size = values.short ? { clients: 2, uploadsEach: 8, rounds: 1 } : { clients: 4, uploadsEach: 24, rounds: 5 }

const began = Date.now()
const say = (line: string) => console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`)
const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-chaos-'))
// Postgres and the media tools run as users of their own and must pass through.
chmodSync(dataDir, 0o755)
const broken = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => broken.abort(new Error(signal)))

let system: System | undefined
let failed = 1
try {
  say(`seed ${seed}: the same faults again with --seed ${seed}`)
  system = await startSystem({ dataDir, lockSeconds: LOCK_SECONDS, say, signal: broken.signal })
  failed = await run(system)
} catch (error) {
  say(`broken off: ${error instanceof Error ? error.stack : String(error)}`)
  console.log('chaos: 0 passed, 1 failed')
} finally {
  await system?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

async function run(system: System): Promise<number> {
  const { urls, programs, db, redis, storage } = system
  const random = seededRandom(seed)
  const journal = openJournal(path.join(dataDir, 'journal'))
  const people = await Promise.all(Array.from({ length: size.clients }, () => makePerson(db, system.secret)))
  const witnesses = people.map(({ token, id }, i) => ({ ...openWitness(urls[i % urls.length]!, token), userId: id }))
  const workIds = await seedWorks(db, people[0]!, TALKED_OF, 1)
  const personIds = people.map(({ id }) => id)
  const enough = new AbortController()
  const working = Promise.all(
    people.flatMap(({ id, token }, i) => {
      const client = { urls, token, journal, enough: enough.signal, broken: broken.signal }
      const others = personIds.filter((other) => other !== id)
      return [work(client, seed + i, size.uploadsEach), speak(client, { id, workIds, others }, seededRandom(seed + i))]
    }),
  )
  // Awaited below; a fault thrown meanwhile must not end this process before it has cleared up.
  working.catch(() => {})

  const parts = { programs, redis, lockSeconds: LOCK_SECONDS, random }
  const faults = makeFaults(parts)
  // Last in a round: it takes so long that the others would find nobody at work after it.
  const deploy = redeploy(parts)
  const seen = new Map<string, number>()
  for (let round = 0; round < size.rounds; round++)
    for (const fault of [...shuffled(faults, random), deploy]) {
      broken.signal.throwIfAborted()
      const effect = await fault.strike()
      say(`${fault.name}: ${effect ?? 'no effect seen'}`)
      if (effect) seen.set(fault.name, (seen.get(fault.name) ?? 0) + 1)
      await wait(500 + random() * 1_500)
    }
  enough.abort()
  await working
  say('healed; waiting for quiet')
  const deadline = Date.now() + QUIET_MS
  while (Date.now() < deadline && (await onItsWay(db, redis)).length > 0) {
    broken.signal.throwIfAborted()
    await wait(300)
  }
  await wait(LAST_MESSAGES_MS)
  say('comparing')

  const verdicts = await check({ journal: journal.read(), db, storage, redis, witnesses })
  for (const witness of witnesses) witness.close()
  journal.close()
  return report(
    verdicts,
    [...faults, deploy].map(({ name }) => ({ name, times: seen.get(name) ?? 0 })),
  )
}
