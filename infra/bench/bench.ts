import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@toile/runtime/ports'
import { readEnvironment } from '../start/environment.js'
import { startToile, type RunningToile } from '../start/toile.js'
import { benchFeed } from './feed.js'
import { benchLogin } from './login.js'
import { benchMessages } from './messages.js'
import { benchRenders } from './renders.js'
import type { Line } from './line.js'

// npm run bench [-- login messages feed renders]: a whole Toile on a folder of its own, measured from outside; prints one table.

const say = (line: string) => console.log(line)
const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-bench-'))
// Postgres runs as a user of its own and must pass through.
chmodSync(dataDir, 0o755)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

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
    renders: () => benchRenders(env),
  }
  const wanted = process.argv.slice(2)
  const lines: Line[] = []
  for (const [name, part] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) lines.push(...(await part()))
  say(`\nOn ${availableParallelism()} cores, Node ${process.version}, everything on this machine:\n`)
  say('| what | measured |\n| --- | --- |')
  for (const { what, measured } of lines) say(`| ${what} | ${measured} |`)
} catch (error) {
  failed = true
  say(error instanceof Error ? String(error.stack) : String(error))
} finally {
  ending.abort()
  await toile?.stopped
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
