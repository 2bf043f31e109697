import { rmSync } from 'node:fs'
import path from 'node:path'
import { installingMs } from '../start/apt.js'
import { StartupError } from '../start/startup-error.js'
import { root } from '@toile/runtime/root'
import { runBrowser } from './browser.js'
import { changedFiles, dependingOn } from './changed.js'
import { chaos, runChaos } from './chaos.js'
import { runChecks } from './checks.js'
import { endLeftBehind, markRun } from './leftovers.js'
import { readOptions, usage, type Options, type PartName } from './options.js'
import { add, type Part, type Result } from './result.js'
import { startTestServers } from './servers.js'
import { runTap } from './tap.js'
import { keepTemporaryFilesInMemory } from './temporary-files.js'
import { matching, nearest, testFiles, type TestFile } from './test-files.js'

// npm test: prepares and runs the tests, and ends with one line `N passed, N failed`. See options.ts.

/** The parts with their budget in minutes on two cores. With the set-up, the budgets add up to 11.5 minutes. */
const parts: Record<PartName, { run: (part: Part) => Promise<Result>; budgetMinutes: number }> = {
  tap: { run: runTap, budgetMinutes: 4.5 },
  browser: { run: runBrowser, budgetMinutes: 4 },
  chaos: { run: runChaos, budgetMinutes: 1.5 },
}
/** This budget holds when the download caches of npm and apt are warm. */
const SET_UP_BUDGET_MINUTES = 1.5
const SLOWEST_SHOWN = 10

const say = (line: string) => void process.stdout.write(`${line}\n`)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())

const options = readOrStop()
const changed = options.changedSince === undefined ? undefined : changedFiles(options.changedSince)
const files = await chooseFiles(options)

// Tests use their own servers and must never touch those of the developer.
for (const name of Object.keys(process.env))
  if (/^(DATABASE_URL|REDIS_URL|S3_|STORAGE_|SMTP_URL|MAIL_)/.test(name)) delete process.env[name]
markRun()
keepTemporaryFilesInMemory()
rmSync(path.join(root, 'test-results'), { recursive: true, force: true })

const total: Required<Result> = { passed: 0, failed: 0, remarks: [], seconds: [] }
const times: string[] = []
let checking: Promise<Result> | undefined
// The chaos part mostly waits, so the checks run beside it. Without that part, they start now.
if (!files.some(({ part }) => part === 'chaos')) startChecks()
try {
  if (files.length) await runParts()
} catch (error) {
  total.failed += broken(error).failed
}
startChecks()
if (checking) {
  const began = performance.now()
  const result = await checking.catch(broken)
  add(total, result)
  times.push(`checks   ${minutesOf(performance.now() - began)} minutes after the tests, ${line(result)}`)
}

const leftBehind = await endLeftBehind()
if (leftBehind.length) say(`\nLeft running and ended:\n  ${leftBehind.join('\n  ')}`)
total.failed += leftBehind.length
if (ending.signal.aborted) total.failed++
if (total.passed + total.failed === 0) say('\nNo test ran.')
sayTheSlowest()
if (total.remarks.length) say(`\n${total.remarks.join('\n\n')}`)
say(`\n${times.join('\n')}\n`)
say(line(total))
// With --changed there may be nothing to run.
process.exit(total.failed > 0 || (total.passed === 0 && !changed) ? 1 : 0)

function startChecks(): void {
  if (options.checks) checking ??= runChecks(changed, ending.signal, say)
}

async function runParts(): Promise<void> {
  const servers = await startTestServers(
    files.map(({ source }) => source),
    ending.signal,
    say,
  )
  // The set-up includes the time in which bootstrap.mjs installed and built, because it ran in this same process. What
  // only a bare machine needs, apt's installs, has its own line.
  times.push(minutes('set-up', performance.now() - installingMs(), SET_UP_BUDGET_MINUTES))
  const { env, folder, toolsSettled } = servers
  for (const name of options.parts) {
    const own = files.filter(({ part }) => part === name)
    if (own.length === 0 || ending.signal.aborted) continue
    // In the part `tap`, only the files that need tools wait for them.
    if (name !== 'tap') await toolsSettled
    const began = performance.now()
    say(`\n# ${name}`)
    if (name === 'chaos') startChecks()
    const part = { env, folder, toolsSettled, files: own, signal: ending.signal, say }
    const result = await parts[name].run(part).catch(broken)
    add(total, result)
    times.push(`${minutes(name, performance.now() - began, parts[name].budgetMinutes)}, ${line(result)}`)
  }
  if (installingMs() > 0) times.push(`apt      ${minutesOf(installingMs())} minutes, as tools were missing`)
  await servers.stop()
}

function readOrStop(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    say(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
}

async function chooseFiles({ parts: wanted, patterns, repeat }: Options): Promise<TestFile[]> {
  const all = [...testFiles(), chaos].filter(({ part }) => wanted.includes(part))
  let chosen = all
  if (changed) {
    chosen = await dependingOn(changed, all)
    say(`${changed.length} changed files, ${chosen.length} test files depend on them.`)
  } else if (patterns.length) {
    const unmatched = patterns.filter((pattern) => matching(all, pattern).length === 0)
    for (const pattern of unmatched)
      say(`No test file has "${pattern}" in its path. Similar:\n  ${nearest(all, pattern).join('\n  ')}`)
    if (unmatched.length > 0) process.exit(2)
    chosen = all.filter((file) => patterns.some((pattern) => matching([file], pattern).length))
  }
  return Array.from({ length: repeat }, () => chosen).flat()
}

function sayTheSlowest(): void {
  const slowest = total.seconds.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
  if (slowest.length < SLOWEST_SHOWN) return
  say(
    `\nThe slowest:\n${slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`).join('\n')}`,
  )
}

function broken(error: unknown): Result {
  if (!ending.signal.aborted) say(error instanceof StartupError ? error.message : String((error as Error).stack))
  return { passed: 0, failed: 1 }
}

function line({ passed, failed }: Result): string {
  return `${passed} passed, ${failed} failed`
}

function minutesOf(ms: number): string {
  return (ms / 60_000).toFixed(1)
}

function minutes(name: string, ms: number, budget: number): string {
  const over = ms > budget * 60_000 ? ' OVER BUDGET' : ''
  return `${name.padEnd(8)} ${minutesOf(ms)} of ${budget} minutes${over}`
}
