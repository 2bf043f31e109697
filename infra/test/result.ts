import type { TestFile } from './test-files.js'

export interface Result {
  passed: number
  failed: number
  /** Descriptions of failures. The end of the run repeats them, because often only the end of a log is kept. */
  remarks?: string[]
  seconds?: { name: string; seconds: number }[]
}

export interface Part {
  env: Record<string, string>
  /** The selected files. With --repeat, a file occurs several times. */
  files: TestFile[]
  toolsSettled: Promise<void>
  signal: AbortSignal
  folder: string
  say: (line: string) => void
}

export const nothing: Result = { passed: 0, failed: 0 }

export function add(total: Required<Result>, { passed, failed, remarks = [], seconds = [] }: Result): void {
  total.passed += passed
  total.failed += failed
  total.remarks.push(...remarks)
  total.seconds.push(...seconds)
}
