/** How fast something grows, and within what it does so with 95 % certainty. */
export interface Slope {
  /** Per unit of `at`. */
  per: number
  plusMinus: number
}

/**
 * The straight line of least squares through samples. One sample says much about the next (memory climbs until it is
 * collected), so as few count for the certainty as would be left if they were independent of each other: n (1 - r) / (1 + r),
 * r the correlation of each remainder with the one after it. Needs four samples or more.
 */
export function slopeOf(samples: readonly { at: number; value: number }[]): Slope {
  const n = samples.length
  const mean = (of: 'at' | 'value') => samples.reduce((sum, sample) => sum + sample[of], 0) / n
  const [meanAt, meanValue] = [mean('at'), mean('value')]
  const spread = samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  const per = samples.reduce((sum, { at, value }) => sum + (at - meanAt) * (value - meanValue), 0) / spread
  const left = samples.map(({ at, value }) => value - meanValue - per * (at - meanAt))
  const squares = left.reduce((sum, one) => sum + one ** 2, 0)
  const beside = left.slice(1).reduce((sum, one, i) => sum + one * left[i]!, 0)
  const r = squares === 0 ? 0 : Math.min(0.99, Math.max(0, beside / squares))
  const free = Math.max(2, (n * (1 - r)) / (1 + r) - 2)
  return { per, plusMinus: studentsT(free) * Math.sqrt(squares / free / spread) }
}

/** The 97.5 % point of Student's t (Cornish and Fisher's expansion): within 2 % from 4 degrees of freedom on. */
function studentsT(free: number): number {
  const z = 1.96
  return z + (z ** 3 + z) / (4 * free) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * free ** 2)
}
