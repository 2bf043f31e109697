/** Seconds that a queue's oldest job may wait before users notice. `workersToAdd` is computed from this target. */
export const queueTargetSeconds = {
  uploads: 60,
  images: 30,
  videos: 180,
  renders: 300,
  'renders-cycles': 900,
  notifications: 60,
  analytics: 600,
} as const

export const queuesOfFiles: readonly string[] = ['uploads', 'images', 'videos', 'renders', 'renders-cycles']

export const jobStates = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const
export type JobState = (typeof jobStates)[number]

export const heartbeat = { everyMs: 2_000, silentAfterSeconds: 10, forgottenAfterSeconds: 30 } as const

/** Older measurements count as missing. */
export const STALE_AFTER_SECONDS = 10

export const historyRanges = ['24h', '7d', '90d'] as const
export type HistoryRange = (typeof historyRanges)[number]

/** Highest concurrency that administrators can set. Up to 256, it can be raised without a migration of the database. */
export const MAX_CONCURRENCY = 64
