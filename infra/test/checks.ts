import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import { present } from './changed.js'
import type { Result } from './result.js'

interface Check {
  name: string
  program: string
  args: string[]
}

/** Checks have the lowest priority, so that they do not slow down the tests. */
const NICENESS = 19

/**
 * Without `changed`, runs all checks. With `changed`, checks the format of these files and, if any of them is code,
 * also lints the code files and checks the types of the whole project. Each check counts as one test.
 */
export async function runChecks(
  changed: readonly string[] | undefined,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Result> {
  const total: Required<Pick<Result, 'passed' | 'failed' | 'remarks'>> = { passed: 0, failed: 0, remarks: [] }
  for (const check of changed ? checksOf(present(changed)) : wholeChecks) {
    const began = performance.now()
    const { code, output } = await run(check, signal)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    if (code === 0) total.passed++
    else {
      total.failed++
      total.remarks.push(`${check.name}: failed\n${output.trim()}`)
    }
    say(`${code === 0 ? 'ok' : 'not ok'} ${check.name} (${seconds} s)`)
  }
  return total
}

const types: Check = { name: 'types', program: 'tsc', args: ['--noEmit', '-p', '.', '--checkers', '1'] }
const lint = (files: string[]): Check => ({
  name: 'lint',
  program: 'oxlint',
  args: ['-c', 'oxlint.config.js', ...files],
})
const format = (files: string[]): Check => ({
  name: 'format',
  program: 'oxfmt',
  args: ['--check', '--no-error-on-unmatched-pattern', ...files],
})
const unused: Check = { name: 'unused code', program: 'knip', args: ['--tsConfig', 'tsconfig.knip.json'] }

const wholeChecks = [types, lint([]), unused, format([])]

function checksOf(files: string[]): Check[] {
  const code = files.filter((file) => /\.(tsx?|m?js)$/.test(file))
  return [...(code.length ? [types, lint(code)] : []), ...(files.length ? [format(files)] : [])]
}

async function run({ program, args }: Check, signal: AbortSignal): Promise<{ code: number; output: string }> {
  if (signal.aborted) return { code: 1, output: 'aborted' }
  const child = spawn(path.join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  if (child.pid) os.setPriority(child.pid, NICENESS)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', stop)
  return { code: code ?? 1, output }
}
