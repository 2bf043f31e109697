// How long jobs waited and ran, counted in classes that grow by the square root of 2: sums of any spans of time can be
// added, and a percentile is off by a fifth at most.

const FIRST_SECONDS = 0.05
/** The last class holds all beyond some 10 hours. */
const CLASSES = 40

/** Counts by class; short ones are filled up with zeros by whoever adds them. */
export type TimeCounts = readonly number[]

const edge = (index: number) => FIRST_SECONDS * 2 ** (index / 2)

/** Counts these times, in seconds. */
export function countTimes(times: readonly number[]): number[] {
  const counts: number[] = []
  for (const seconds of times) {
    const index = seconds <= FIRST_SECONDS ? 0 : Math.ceil(2 * Math.log2(seconds / FIRST_SECONDS))
    const at = Math.min(CLASSES - 1, index)
    while (counts.length <= at) counts.push(0)
    counts[at]!++
  }
  return counts
}

/** The time in seconds that a share of all stayed below (0.5 is the median); null without any. */
export function percentile(counts: TimeCounts, share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [index, count] of counts.entries()) {
    if (count > 0 && before + count >= share * total) {
      const within = (share * total - before) / count
      const low = index === 0 ? 0 : edge(index - 1)
      return low + (edge(index) - low) * within
    }
    before += count
  }
  return edge(CLASSES - 1)
}

/** Middle and 95th percentile; null without any. */
export function spread(counts: TimeCounts): { p50: number; p95: number } | null {
  const [p50, p95] = [percentile(counts, 0.5), percentile(counts, 0.95)]
  return p50 === null || p95 === null ? null : { p50, p95 }
}
