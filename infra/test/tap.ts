import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../start/processes.js'
import { linesOf } from './lines-of.js'
import { nothing, type Part, type Result } from './result.js'
import { createTapReader } from './tap-lines.js'

/** Seconds that one test file may take; its test that hangs is ended by then and counts as failed. */
const FILE_TIMEOUT_S = 240
/** Seconds until a file that does not even end itself is killed. */
const KILL_AFTER_S = FILE_TIMEOUT_S + 15
/** At a time: on two cores three, because many wait for others. */
const JOBS = 3

/**
 * Runs the compiled tap files of every workspace. By node itself: tap's own runner puts loaders into each file and into
 * each process that it starts, which took half of the processor's time.
 */
export async function runTap(part: Part): Promise<Result> {
  const { patterns, signal } = part
  const all = testFiles()
  for (const pattern of patterns)
    if (!all.some((file) => file.includes(pattern))) part.say(`No file of this part has "${pattern}" in its path.`)
  const files = all.filter((file) => !patterns.length || patterns.some((pattern) => file.includes(pattern)))
  if (files.length === 0) return nothing
  const total = { passed: 0, failed: 0, remarks: [] as string[] }
  const runNext = async (): Promise<void> => {
    const file = files.shift()
    if (!file || signal.aborted) return
    const { passed, failed, remarks = [] } = await runFile(part, file)
    total.passed += passed
    total.failed += failed
    total.remarks.push(...remarks)
    await runNext()
  }
  await Promise.all(Array.from({ length: JOBS }, runNext))
  return total
}

/** Says one line for a file that passed, and everything that it said when it did not. */
async function runFile({ env, signal, say }: Part, file: string): Promise<Result> {
  const reader = createTapReader()
  const began = performance.now()
  const code = await linesOf(['--enable-source-maps', file], {
    env: { ...env, TAP_TIMEOUT: String(FILE_TIMEOUT_S) },
    signal: AbortSignal.any([signal, AbortSignal.timeout(KILL_AFTER_S * 1000)]),
    onLine: reader.read,
  })
  const { lines, ...result } = reader.end(code)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (result.failed === 0) {
    say(`ok ${file} (${result.passed} tests, ${seconds} s)`)
    return result
  }
  say([`not ok ${file} (${seconds} s)`, ...lines].join('\n'))
  const bad = lines.filter((line) => /^\s*not ok |^# ended with code /.test(line))
  return { ...result, remarks: [[`${file}: failed`, ...bad].join('\n')] }
}

function testFiles(): string[] {
  const groups = ['packages', 'services', 'workers'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(group, name, 'dist')),
  )
  return [...groups, 'web/dist-tests', 'infra/dist'].flatMap((folder) => {
    if (!existsSync(path.join(root, folder))) return []
    const files = readdirSync(path.join(root, folder), { recursive: true }) as string[]
    return files.filter((file) => file.endsWith('.test.js')).map((file) => path.join(folder, file))
  })
}
