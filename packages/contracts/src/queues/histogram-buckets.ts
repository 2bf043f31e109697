/** How many durations fall into each class. Trailing zeros may be missing. */
export type TimeCounts = readonly number[]

/**
 * Counts durations in classes whose upper edges grow exponentially. Counts of several periods can be added. Percentiles
 * are off by at most the factor between two edges, except in the first class and in the last, which has no upper edge.
 */
export function timeClasses({
  firstSeconds,
  perDoubling,
  classes,
}: {
  /** Upper edge of the first class. */
  firstSeconds: number
  /** Number of classes after which the edge has doubled. */
  perDoubling: number
  classes: number
}) {
  const edge = (index: number) => firstSeconds * 2 ** (index / perDoubling)
  return {
    countTimes(times: readonly number[]): number[] {
      const counts: number[] = []
      for (const seconds of times) {
        const index = seconds <= firstSeconds ? 0 : Math.ceil(perDoubling * Math.log2(seconds / firstSeconds))
        const at = Math.min(classes - 1, index)
        while (counts.length <= at) counts.push(0)
        counts[at]!++
      }
      return counts
    },

    /** Seconds that a `share` of all durations did not exceed (0.5 gives the median). Null without durations. */
    percentile(counts: TimeCounts, share: number): number | null {
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
      return edge(classes - 1)
    },
  }
}
