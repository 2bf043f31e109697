import type { TestFile } from './test-files.js'

export interface Result {
  passed: number
  failed: number
  /** Failures in short, repeated at the end of the run, because often only the end of a log is kept. */
  remarks?: string[]
  seconds?: { name: string; seconds: number }[]
}

export interface Part {
  env: Record<string, string>
  /** Selected files, repeated ones several times. */
  files: TestFile[]
  toolsSettled: Promise<void>
  signal: AbortSignal
  folder: string
  say: (line: string) => void
}

export const nothing: Result = { passed: 0, failed: 0 }
