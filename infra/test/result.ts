import type { TestFile } from './test-files.js'

export interface Result {
  passed: number
  failed: number
  /** Failures in short, repeated at the end of the run, because often only the end of a log is kept. */
  remarks?: string[]
  /** The slowest are listed at the end. */
  seconds?: { name: string; seconds: number }[]
}

export interface Part {
  env: Record<string, string>
  /** Selected files, repeated ones several times. */
  files: TestFile[]
  /** Resolves when all tools are installed. */
  toolsSettled: Promise<void>
  /** Fires when the user aborts the run. */
  signal: AbortSignal
  /** Temporary folder of this run. */
  folder: string
  say: (line: string) => void
}

export const nothing: Result = { passed: 0, failed: 0 }
