import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '@toile/runtime/root'
import { findTools } from '../start/tools.js'
import { chaosTools } from '../test/test-tools.js'
import { faultKinds, type FaultKind } from './faults/fault.js'
import { hasOwnNetwork, raiseLoopback, runInOwnNetwork } from './system/own-network.js'
import { isSound, report, type Played } from './report.js'
import { play, type Scene } from './scene.js'

// npm run chaos [-- --short] [--seed N] [--times N] [--only KIND] lets users work while faults strike. Then a checker
// compares what was acknowledged with what is stored. A fault without a visible effect is repeated once at the end of
// its scene. The run fails if what is stored is wrong, or if the repeated fault has no visible effect, either.

const TIMES = 25

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    times: { type: 'string', default: String(TIMES) },
    only: { type: 'string' },
  },
})
const times = Number(values.times)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
/** Maximum number of faults per slow kind. A fault that restarts everything takes as long as ten other faults. */
const dear: Partial<Record<FaultKind, number>> = { 'kill all': 5, redeploy: 10 }
const isWanted = (kind: FaultKind) => !values.only || values.only === kind

/**
 * Number of faults per kind in the short run. Each kind that is not named here strikes once. The six kills strike the
 * first six targets of kills(). The two outages strike the mail server and the sign-in provider.
 */
const shortRun: Partial<Record<FaultKind, number>> = { kill: 6, outage: 2, 'kill all': 0, redeploy: 0 }

/** Number of faults per kind with a store across a network. Kinds that a folder tests just as well are left out. */
const across: Partial<Record<FaultKind, number>> = { outage: 12, kill: 6, cut: 4, redeploy: 2, 'kill all': 1 }
const long = { longHolds: 1 / 15, isBrief: false }
const scenes: Scene[] = values.short
  ? [
      {
        ...{ store: 'folder', people: 2, longHolds: 0, isBrief: true, restore: false },
        times: (kind) => (isWanted(kind) ? (shortRun[kind] ?? 1) : 0),
      },
    ]
  : [
      {
        ...long,
        store: 'folder',
        people: 4,
        restore: true,
        times: (kind) => (isWanted(kind) ? Math.min(times, dear[kind] ?? times) : 0),
      },
      { ...long, store: 's3', people: 2, restore: false, times: (kind) => (isWanted(kind) ? (across[kind] ?? 0) : 0) },
    ]

const began = Date.now()
const say = (line: string) => console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`)
// The run starts its own stores. These variables are removed so that no fault strikes the developer's stores.
for (const name of Object.keys(process.env))
  if (/^(DATABASE_URL|REDIS_URL|S3_|STORAGE_|SMTP_URL|MAIL_)/.test(name)) delete process.env[name]
const broken = new AbortController()
const isPart = values.only !== undefined

if (!hasOwnNetwork()) {
  const folder = mkdtempSync(path.join(tmpdir(), 'toile-chaos-tools-'))
  await findTools({ folder, mayInstall: true, wanted: chaosTools, say }).settled
  rmSync(folder, { recursive: true, force: true })
  const code = await runInOwnNetwork(say)
  // If root rights, iptables, ip or namespaces are missing, this process goes on itself, without cuts and full disks.
  if (code !== undefined) process.exit(code)
} else {
  raiseLoopback()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => broken.abort(new Error(signal)))
const played: Played[] = []
let isWhole = false
try {
  say(`seed ${seed}: the same faults again with --seed ${seed}`)
  if (values.only && !faultKinds.some((kind) => kind === values.only))
    throw new Error(`--only takes one of ${faultKinds.join(', ')}`)
  for (const [i, scene] of scenes.entries()) {
    say(`files in ${scene.store === 'folder' ? 'a folder' : 'a store across a network'}`)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-chaos-'))
    // Postgres and the media tools run as other users and must be able to enter the folder.
    chmodSync(dataDir, 0o755)
    let hasPassed = false
    try {
      const life = await play(scene, { dataDir, seed: seed + i, say, broken: broken.signal })
      played.push(life)
      hasPassed = isSound(life, isPart)
    } finally {
      // The logs and journal are the only record of the faults. They are kept if a check of this scene failed, also if
      // an invariant had nothing to check or a fault no effect, and if play() threw.
      if (!hasPassed) say(`its logs and its journal are in ${keepRecord(dataDir, scene)}, until the next npm test`)
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  isWhole = true
} catch (error) {
  say(`aborted: ${error instanceof Error ? error.stack : String(error)}`)
}
const isFull = !values.short && !isPart && times >= TIMES
process.exit(report(played, { isWhole, isPart, isFull }) === 0 ? 0 : 1)

function keepRecord(dataDir: string, { store }: Scene): string {
  const folder = path.join('test-results/chaos', store)
  rmSync(path.join(root, folder), { recursive: true, force: true })
  for (const name of ['logs', 'journal'])
    if (existsSync(path.join(dataDir, name)))
      cpSync(path.join(dataDir, name), path.join(root, folder, name), { recursive: true })
  return folder
}
