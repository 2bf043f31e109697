/** What a part of the run came to. */
export interface Result {
  passed: number
  failed: number
  /** Each failure once more, short, for the end of the run: of a long log often only the end is kept. */
  remarks?: string[]
}

/** The surroundings of every part. */
export interface Part {
  env: Record<string, string>
  /** Only files whose path holds one of these; all when empty. */
  patterns: string[]
  /** Fires when the person breaks the run off. */
  signal: AbortSignal
  /** For temporary files of this run. */
  folder: string
  say: (line: string) => void
}

export const nothing: Result = { passed: 0, failed: 0 }
