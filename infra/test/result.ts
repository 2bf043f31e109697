/** What a part of the run came to. */
export interface Result {
  passed: number
  failed: number
  /** What a reader of the end of the log must see: what failed and why, and what passed at its second try only. */
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
