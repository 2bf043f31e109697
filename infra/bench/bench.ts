import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '@toile/runtime/ports'
import { readEnvironment } from '../start/environment.js'
import { startToile, type RunningToile } from '../start/toile.js'
import { benchFeed } from './feed.js'
import { benchLogin } from './login.js'
import { benchMessages } from './messages.js'
import { benchPageViews } from './page-views.js'
import { benchRenders } from './renders.js'
import { benchScale } from './scale.js'
import { benchGrowth, benchMillion } from './growth.js'
import { benchSoak, soakOptions } from './soak.js'
import { keepResult, tableOf } from './results.js'
import type { Line } from './line.js'

// npm run bench [-- login messages feed page-views renders scale growth million soak [--minutes 60]]: a whole Toile on a
// folder of its own, measured from outside; prints one table.

const say = (line: string) => console.log(line)
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '60' } },
})
const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-bench-'))
// Postgres runs as a user of its own and must pass through.
chmodSync(dataDir, 0o755)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

// What waits for something that ended with the rest would wait for ever.
const stopped = new Promise<never>((_, reject) =>
  ending.signal.addEventListener('abort', () => reject(new Error('stopped'))),
)
stopped.catch(() => {})

if (wanted.includes('soak')) process.env['NODE_OPTIONS'] = soakOptions

let toile: RunningToile | undefined
let failed = false
try {
  const port = await freePort()
  toile = await startToile({ dataDir, port, demo: false, installTools: false, say: () => {}, signal: ending.signal })
  const env = readEnvironment(dataDir)
  const where = { port, databaseUrl: env['DATABASE_URL']! }
  const parts: Record<string, () => Promise<Line[]>> = {
    login: () => benchLogin(where),
    messages: () => benchMessages(where, env),
    feed: () => benchFeed(where),
    'page-views': () => benchPageViews(where),
    renders: () => benchRenders(env),
    scale: () => benchScale(toile!, env),
    growth: () => benchGrowth(where, env),
    million: () => benchMillion(env),
    soak: () => benchSoak(toile!, env, { minutes: Number(values.minutes), say }),
  }
  // Ten minutes and an hour that nobody waits for who did not ask.
  const unasked = ['million', 'soak']
  const lines: Line[] = []
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 ? !unasked.includes(name) : wanted.includes(name)) {
      const of = await Promise.race([part(), stopped])
      keepResult(name, of)
      lines.push(...of)
    }
  say(`\nOn ${availableParallelism()} cores, Node ${process.version}, everything on this machine:\n`)
  say(tableOf(lines))
} catch (error) {
  failed = true
  say(error instanceof Error ? String(error.stack) : String(error))
} finally {
  ending.abort()
  await toile?.stopped
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
