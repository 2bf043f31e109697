import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { check, type Verdict } from './checker.js'
import { openJournal } from './journal.js'
import { makeFaults } from './nemesis.js'
import { seededRandom, shuffled } from './random.js'
import { startSystem, type System } from './system.js'
import { openWitness } from './witness.js'
import { work } from './workload.js'

// npm run chaos [-- --short] [--seed N]: people upload while things are killed, frozen and flushed; then one checker
// compares what was acknowledged with what is there. The last line counts the checks.

const LOCK_SECONDS = 2
const QUIET_MS = 180_000

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const [clients, uploadsEach, rounds] = values.short ? [2, 4, 1] : [4, 12, 5]

const began = Date.now()
const say = (line: string) => console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`)
const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-chaos-'))
// Postgres and the media tools run as users of their own and must pass through.
chmodSync(dataDir, 0o755)
const broken = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => broken.abort(new Error('broken off')))

let system: System | undefined
let failed = 1
try {
  say(`seed ${seed}`)
  system = await startSystem(dataDir, LOCK_SECONDS, say)
  failed = await run(system)
} catch (error) {
  say(`broken off: ${error instanceof Error ? error.stack : String(error)}`)
  console.log('chaos: 0 passed, 1 failed')
} finally {
  await system?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)

async function run({ urls, programs, redisUrl, db, storage, makePerson }: System): Promise<number> {
  const random = seededRandom(seed)
  const journal = openJournal(path.join(dataDir, 'journal'))
  const token = await makePerson()
  const witness = openWitness(urls[0]!, token)
  const enough = new AbortController()
  const client = { urls, token, journal, enough: enough.signal, broken: broken.signal }
  const working = Promise.all(Array.from({ length: clients! }, (_, i) => work(client, seed + i, uploadsEach!)))

  const faults = makeFaults(programs, redisUrl, LOCK_SECONDS)
  const seen = new Map<string, number>()
  for (let round = 0; round < rounds!; round++)
    for (const fault of shuffled(faults, random)) {
      broken.signal.throwIfAborted()
      const effect = await fault.strike()
      say(`${fault.name}: ${effect ?? 'no effect seen'}`)
      if (effect) seen.set(fault.name, (seen.get(fault.name) ?? 0) + 1)
      await wait(500 + random() * 1_500)
    }
  enough.abort()
  await working
  say('healed; waiting for quiet')
  await quiet({ db })

  const verdicts = await check({ journal: journal.read(), db, storage, witness })
  witness.close()
  journal.close()
  return report(
    verdicts,
    faults.map(({ name }) => ({ name, times: seen.get(name) ?? 0 })),
  )
}

/** Until nothing is on its way any more, or it has taken too long: the checker then says what is stuck. */
async function quiet({ db }: Pick<System, 'db'>): Promise<void> {
  const deadline = Date.now() + QUIET_MS
  while (Date.now() < deadline) {
    broken.signal.throwIfAborted()
    const moving = await db
      .selectFrom('uploads')
      .select('id')
      .where('received_at', 'is not', null)
      .where('stage', 'in', ['upload', 'finished', 'processed'])
      .execute()
    const waiting = await db.selectFrom('events').select('id').where('published_at', 'is', null).execute()
    if (moving.length + waiting.length === 0) break
    await wait(300)
  }
  // The last live messages are on their way.
  await wait(2_000)
}

function report(verdicts: Verdict[], faults: { name: string; times: number }[]): number {
  console.log('\nfaults seen: ' + faults.map(({ name, times }) => `${name} ×${times}`).join(', '))
  console.log('\n| invariant | | operations | lost | doubled | stuck |\n| --- | --- | --- | --- | --- | --- |')
  for (const { invariant, says, operations, lost, doubled, stuck } of verdicts) {
    console.log(`| ${invariant} | ${says} | ${operations} | ${lost.length} | ${doubled.length} | ${stuck.length} |`)
    for (const fault of [...lost, ...doubled, ...stuck]) console.log(`  ${fault}`)
  }
  const good = (one: Verdict) => one.operations > 0 && one.lost.length + one.doubled.length + one.stuck.length === 0
  const checks = [...verdicts.map(good), ...faults.map(({ times }) => times > 0)]
  const passed = checks.filter(Boolean).length
  console.log(`\nchaos: ${passed} passed, ${checks.length - passed} failed`)
  return checks.length - passed
}
