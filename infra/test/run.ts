import { parseArgs } from 'node:util'
import { CannotStart } from '../start/cannot-start.js'
import { runBrowser } from './browser.js'
import { runChaos } from './chaos.js'
import { endLeftBehind, markRun } from './leftovers.js'
import type { Part, Result } from './result.js'
import { startTestServers } from './servers.js'
import { runTap } from './tap.js'

// npm test [-- --only tap|browser|chaos] [-- pattern ...]: gets what the tests need, runs them all, and ends with one
// line `N passed, N failed`.

/** The parts and the minutes that each may take on two cores: 21 in all, with the set-up. */
const parts: Record<string, { run: (part: Part) => Promise<Result>; budgetMinutes: number }> = {
  tap: { run: runTap, budgetMinutes: 7 },
  browser: { run: runBrowser, budgetMinutes: 10 },
  chaos: { run: runChaos, budgetMinutes: 3 },
}
const SET_UP_BUDGET_MINUTES = 3

const say = (line: string) => void process.stdout.write(`${line}\n`)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const chosen = Object.keys(parts).filter((name) => !values.only || values.only === name)
if (chosen.length === 0) {
  say(`--only takes one of ${Object.keys(parts).join(', ')}, not "${values.only}".`)
  process.exit(2)
}

// The tests have servers of their own: they must never touch those of the person who runs them.
for (const name of Object.keys(process.env))
  if (/^(DATABASE_URL|REDIS_URL|S3_|STORAGE_|SMTP_URL|MAIL_)/.test(name)) delete process.env[name]
markRun()

const total: Result = { passed: 0, failed: 0 }
const times: string[] = []
const remarks: string[] = []
try {
  const servers = await startTestServers(ending.signal, say)
  // This process began with the installing and building of bootstrap.mjs.
  times.push(minutes('set-up', performance.now(), SET_UP_BUDGET_MINUTES))
  for (const name of chosen) {
    const part = parts[name]
    if (!part || ending.signal.aborted) continue
    const began = performance.now()
    say(`\n# ${name}`)
    const { env, folder } = servers
    const result = await part.run({ env, folder, patterns: positionals, signal: ending.signal, say }).catch(broken)
    total.passed += result.passed
    total.failed += result.failed
    remarks.push(...(result.remarks ?? []))
    times.push(`${minutes(name, performance.now() - began, part.budgetMinutes)}, ${line(result)}`)
  }
  await servers.stop()
} catch (error) {
  total.failed += broken(error).failed
}

const leftBehind = await endLeftBehind()
if (leftBehind.length) say(`\nLeft running, and now ended:\n  ${leftBehind.join('\n  ')}`)
total.failed += leftBehind.length
if (ending.signal.aborted) total.failed++
if (total.passed + total.failed === 0) say('\nNo test ran.')
if (remarks.length) say(`\n${remarks.join('\n\n')}`)
say(`\n${times.join('\n')}\n`)
say(line(total))
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

/** A part that could not run at all is one failure. */
function broken(error: unknown): Result {
  if (!ending.signal.aborted) say(error instanceof CannotStart ? error.message : String((error as Error).stack))
  return { passed: 0, failed: 1 }
}

function line({ passed, failed }: Result): string {
  return `${passed} passed, ${failed} failed`
}

function minutes(name: string, ms: number, budget: number): string {
  const taken = ms / 60_000
  const over = taken > budget ? ' OVER BUDGET' : ''
  return `${name.padEnd(8)} ${taken.toFixed(1)} of ${budget} minutes${over}`
}
