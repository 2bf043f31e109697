import type { TestFile } from './test-files.js'

/** What a part of the run came to. */
export interface Result {
  passed: number
  failed: number
  /** Each failure once more, short, for the end of the run: of a long log often only the end is kept. */
  remarks?: string[]
  /** What took how long; the slowest are listed at the end. */
  seconds?: { name: string; seconds: number }[]
}

/** The surroundings of every part. */
export interface Part {
  env: Record<string, string>
  /** Those of this part that are to run, a file as often as it is to be repeated. */
  files: TestFile[]
  /** Resolves when no tool is being installed any more. */
  toolsSettled: Promise<void>
  /** Fires when the person breaks the run off. */
  signal: AbortSignal
  /** For temporary files of this run. */
  folder: string
  say: (line: string) => void
}

export const nothing: Result = { passed: 0, failed: 0 }
