import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '@toile/runtime/root'
import type { Result } from './result.js'

/** Number of characters of an error that are repeated at the end of the run. */
const ERROR_LETTERS = 1_000

interface TestResult {
  duration: number
  error?: { message?: string }
  attachments: { name: string; path?: string }[]
}
interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { status: string; results: TestResult[] }[] }[]
}
interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

/** Reads Playwright's JSON report. Flaky and skipped tests count as failed, because neither proves anything. */
export function readBrowserReport(file: string, code: number): Result {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const failed = stats.unexpected + stats.flaky + stats.skipped
  const tests = suites.flatMap(testsOf)
  return {
    passed: stats.expected,
    failed: failed || (code === 0 ? 0 : 1),
    remarks: tests.filter(({ status }) => status !== 'expected').map(remarkOf),
    seconds: tests.map(({ name, ms }) => ({ name, seconds: ms / 1_000 })),
  }
}

interface Test {
  name: string
  status: string
  ms: number
  results: TestResult[]
}

function testsOf({ suites = [], specs = [] }: Suite): Test[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => {
      const ms = results.reduce((sum, { duration }) => sum + duration, 0)
      return { name: `${file}: ${title}`, status, ms, results }
    }),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

function remarkOf({ name, status, results }: Test): string {
  const message = results.find(({ error }) => error)?.error?.message ?? ''
  const files = results.flatMap(({ attachments }) => attachments).flatMap((one) => one.path ?? [])
  const folders = [...new Set(files.map((file) => path.relative(root, path.dirname(file))))]
  const left = folders.length ? `\nIts trace, pictures and logs: ${folders.join(', ')}` : ''
  return `${name}: ${status}\n${stripVTControlCharacters(message).slice(0, ERROR_LETTERS)}${left}`
}
