/** Counts by class; short ones are filled up with zeros by whoever adds them. */
export type TimeCounts = readonly number[]

/**
 * Times counted in classes that grow by the same factor: sums of any spans of time can be added, and a percentile is off by
 * that factor at most. The last class holds all that is beyond it.
 */
export function timeClasses({
  firstSeconds,
  perDoubling,
  classes,
}: {
  /** Up to where the first class goes. */
  firstSeconds: number
  /** So many classes until a time is twice as long. */
  perDoubling: number
  classes: number
}) {
  const edge = (index: number) => firstSeconds * 2 ** (index / perDoubling)
  return {
    /** Counts these times, in seconds. */
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

    /** The time in seconds that a share of all stayed below (0.5 is the median); null without any. */
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
