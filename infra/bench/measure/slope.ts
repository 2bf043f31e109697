/** Growth rate with its 95 % confidence interval. */
export interface Slope {
  /** Growth of `value` per unit of `at`. */
  per: number
  plusMinus: number
}

/**
 * Fits a least-squares line through at least four samples. Successive samples are correlated, so the interval is
 * computed for n (1 - r) / (1 + r) samples, where r is the lag-one autocorrelation of the residuals.
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

/**
 * 97.5 % quantile of Student's t (Cornish-Fisher expansion). The error is below 2 % for 4 or more degrees of freedom.
 * For 2 degrees, the fewest that slopeOf() uses, the result is about 10 % too small.
 */
function studentsT(free: number): number {
  const z = 1.96
  return z + (z ** 3 + z) / (4 * free) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * free ** 2)
}
