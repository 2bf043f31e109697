import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '@toile/runtime/ports'
import { until } from '@toile/testing/until'
import { readEnvironment } from '../start/environment.js'
import { findTools } from '../start/tools.js'
import { startToile } from '../start/toile.js'
import { benchmarks, reported, type Bench } from './benchmarks.js'
import { inWords, report } from './report/report.js'
import { keepResult } from './report/results.js'
import { soakOptions } from './benchmarks/soak.js'

// npm run bench [-- NAME ...] [--busy] [--minutes 60] [--works 100000] runs the named benchmarks in a temporary folder,
// by default all short ones. It prints the results, stores them in infra/bench/results and updates the documents that
// quote them. `npm run bench -- report` only updates the documents.

/** Above this load average, other programs distort the results. */
const MAX_LOAD = 0.5

const say = (line: string) => console.log(line)
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '60' },
    works: { type: 'string', default: '100000' },
    busy: { type: 'boolean', default: false },
  },
})
const names = Object.keys(benchmarks)
const unknown = wanted.filter((name) => name !== 'report' && !names.includes(name))
if (unknown.length > 0) {
  say(`There is no benchmark ${unknown.join(', ')}. There are ${names.join(', ')}, and report.`)
  process.exit(2)
}
if (wanted.includes('report')) {
  report(reported)
  process.exit(0)
}
const load = loadavg()[0]!
if (load > MAX_LOAD && !values.busy) {
  say(`The machine is busy (load ${load.toFixed(1)}), which would distort the results. Wait, or add --busy.`)
  process.exit(2)
}

const folder = mkdtempSync(path.join(tmpdir(), 'toile-bench-'))
// If the benchmark runs as root, Postgres runs as another user, who must be able to enter the folder.
chmodSync(folder, 0o755)
const tools = findTools({ folder: path.join(folder, 'tools'), mayInstall: true, say })
if (tools.installing().length > 0) {
  say(`Installing ${tools.installing().join(' and ')}, then waiting for an idle machine ...`)
  await tools.settled
  await until(() => values.busy || loadavg()[0]! <= MAX_LOAD)
}
Object.assign(process.env, tools.env)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

// A signal also ends Toile. The running benchmark would then wait forever for Toile's processes, so `stopped` rejects
// and ends the wait.
const stopped = new Promise<never>((_, reject) =>
  ending.signal.addEventListener('abort', () => reject(new Error('stopped'))),
)
stopped.catch(() => {})

if (wanted.includes('soak')) process.env['NODE_OPTIONS'] = soakOptions

const started: ReturnType<Bench['toile']>[] = []
const start = (name: string) => {
  const toile = startIn(path.join(folder, name))
  started.push(toile)
  return toile
}
let shared: ReturnType<Bench['toile']> | undefined
const bench: Bench = {
  folder,
  minutes: Number(values.minutes),
  works: Number(values.works),
  say,
  toile: () => (shared ??= start('toile')),
  emptyToile: () => start('empty-toile'),
}
let failed = false
try {
  const chosen = names.filter((name) => (wanted.length === 0 ? !benchmarks[name]!.isLong : wanted.includes(name)))
  for (const name of chosen) {
    say(`\n# ${name}`)
    const measured = await Promise.race([benchmarks[name]!.run(bench), stopped])
    keepResult(name, measured)
    say(inWords(measured))
  }
  report(reported)
} catch (error) {
  failed = true
  say(error instanceof Error ? String(error.stack) : String(error))
} finally {
  ending.abort()
  for (const toile of started)
    await toile.then(
      ({ running }) => running.stopped,
      () => {},
    )
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

async function startIn(dataDir: string) {
  const port = await freePort()
  const running = await startToile({
    dataDir,
    port,
    demo: false,
    installTools: false,
    say: () => {},
    signal: ending.signal,
  })
  const env = readEnvironment(dataDir)
  return { running, port, env, databaseUrl: env['DATABASE_URL']! }
}
