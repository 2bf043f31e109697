export const alertKinds = ['no_worker', 'too_old', 'failures', 'redis', 'postgres', 'disk'] as const
export type AlertKind = (typeof alertKinds)[number]

/** An alert opens or closes after its symptom has lasted or been gone this long. A worker restarts in less time. */
export const alertPatience: Record<AlertKind, { openSeconds: number; closeSeconds: number }> = {
  no_worker: { openSeconds: 6, closeSeconds: 4 },
  too_old: { openSeconds: 10, closeSeconds: 20 },
  failures: { openSeconds: 10, closeSeconds: 60 },
  redis: { openSeconds: 5, closeSeconds: 10 },
  postgres: { openSeconds: 10, closeSeconds: 20 },
  disk: { openSeconds: 10, closeSeconds: 60 },
}

/** Hysteresis: between `bad` and `good` the state stays, so a value near a limit does not keep reopening alerts. */
export const alertLines = {
  /** How long the oldest waiting job has waited, as a share of the queue's target. */
  age: { bad: 1, good: 0.8 },
  /** Failed share of the jobs that ended in the last ten minutes. With fewer than `least` such jobs, no alert opens. */
  failureShare: { bad: 0.2, good: 0.1, least: 5 },
  /** Used share of Redis' maxmemory and of Postgres' connections. */
  use: { bad: 0.9, good: 0.8 },
  /** Seconds that the first query of a check takes. */
  querySeconds: { bad: 1, good: 0.5 },
  /** Used share of the disk that holds the files. */
  diskUse: { bad: 0.9, good: 0.88 },
} as const
