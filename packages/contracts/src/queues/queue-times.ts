import { timeClasses, type TimeCounts } from './histogram-buckets.js'

/** How long jobs waited and ran: from 0.05 s to some 10 hours, a percentile off by a fifth at most. */
export const { countTimes, percentile } = timeClasses({ firstSeconds: 0.05, perDoubling: 2, classes: 40 })

/** Middle and 95th percentile; null without any. */
export function spread(counts: TimeCounts): { p50: number; p95: number } | null {
  const [p50, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)]
  return p50 === null || p95 === null ? null : { p50, p95 }
}
