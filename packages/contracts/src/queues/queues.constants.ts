/** How long the oldest of each queue may wait before people notice; workers to add are counted against it. Seconds. */
export const queueTargetSeconds = {
  uploads: 60,
  images: 30,
  videos: 180,
  renders: 300,
  'renders-cycles': 900,
  notifications: 60,
  analytics: 600,
} as const

/** Those whose workers open what strangers send. */
export const queuesOfFiles: readonly string[] = ['uploads', 'images', 'videos', 'renders', 'renders-cycles']

/** What can be listed of a queue. */
export const jobStates = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const
export type JobState = (typeof jobStates)[number]

/** What a worker says of itself, and how soon its silence shows. */
export const heartbeat = { everyMs: 2_000, silentAfterSeconds: 10, forgottenAfterSeconds: 30 } as const

/** Numbers older than this are no news any more. */
export const STALE_AFTER_SECONDS = 10

export const historyRanges = ['24h', '7d', '90d'] as const
export type HistoryRange = (typeof historyRanges)[number]

/** Jobs at a time of one worker; the column takes 256, so that this may be raised without a migration. */
export const MAX_CONCURRENCY = 64
