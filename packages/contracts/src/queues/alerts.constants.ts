export const alertKinds = ['no_worker', 'too_old', 'failures', 'redis', 'postgres', 'disk'] as const
export type AlertKind = (typeof alertKinds)[number]

/**
 * How long a sign must last before an alert opens, and how long it must be gone before it closes; seconds. A worker
 * that is started anew is back within a few.
 */
export const alertPatience: Record<AlertKind, { openSeconds: number; closeSeconds: number }> = {
  no_worker: { openSeconds: 6, closeSeconds: 4 },
  too_old: { openSeconds: 10, closeSeconds: 20 },
  failures: { openSeconds: 10, closeSeconds: 60 },
  redis: { openSeconds: 5, closeSeconds: 10 },
  postgres: { openSeconds: 10, closeSeconds: 20 },
  disk: { openSeconds: 10, closeSeconds: 60 },
}

/**
 * From where on something is a sign, and from where on it is none any more; in between it stays what it was, so that a
 * number that trembles around a line opens nothing again and again.
 */
export const alertLines = {
  /** Of the target of the queue's oldest. */
  age: { bad: 1, good: 0.8 },
  /** Of what ended within ten minutes, when at least five did. */
  failureShare: { bad: 0.2, good: 0.1, least: 5 },
  /** Of Redis' maxmemory, and of Postgres' connections. */
  use: { bad: 0.9, good: 0.8 },
  /** Seconds that the first query of a look took. */
  querySeconds: { bad: 1, good: 0.5 },
  /** Of the disk that files lie on. */
  diskUse: { bad: 0.9, good: 0.88 },
} as const
