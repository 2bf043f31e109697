import type { Result } from './result.js'

/** Counts the top-level tests of one file. Tests marked SKIP or TODO count as failed, so that they are noticed. */
export function createTapReader(): { read(line: string): void; end(exitCode: number): Result & { lines: string[] } } {
  const result: Result = { passed: 0, failed: 0 }
  const lines: string[] = []
  let seen = 0
  let planned: number | undefined
  return {
    read(line) {
      if (line.trim() !== '') lines.push(line)
      const plan = /^1\.\.(\d+)/.exec(line)?.[1]
      if (plan !== undefined) planned = Number(plan)
      const [, not] = /^(not )?ok \d+/.exec(line) ?? []
      if (!/^(not )?ok \d+/.test(line)) return
      seen++
      if (not || / # (SKIP|TODO)/i.test(line)) result.failed++
      else result.passed++
    },
    end(exitCode) {
      // The file failed outside any test: it was killed, ended early, or has no tests.
      if (result.failed === 0 && (exitCode !== 0 || seen === 0 || seen !== planned)) {
        result.failed = 1
        lines.push(`# ended with code ${exitCode} after ${seen} of ${planned ?? 'an unknown number of'} tests`)
      }
      return { ...result, lines }
    },
  }
}
