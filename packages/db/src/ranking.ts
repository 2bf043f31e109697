import type { Criterion, Scores, Tier } from '@toile/contracts/activities/activities'

export interface Judged {
  id: string
  submittedAt: Date
  /** One entry per juror who has scored the work. */
  scores: readonly Scores[]
}

export interface Ranked {
  id: string
  /** 1 is best. Tied works share a rank, and the following ranks are skipped. Null without scores. */
  rank: number | null
  /** 0 to 100 with two decimals, for display only; the order is computed from unrounded integers. */
  score: number | null
}

/** Points times weights, summed over all jurors: an integer, so averages can be compared without rounding. */
const totalOf = (criteria: readonly Criterion[], scores: readonly Scores[]) =>
  scores.reduce((sum, one) => sum + criteria.reduce((of, { id, weight }) => of + weight * (one[id] ?? 0), 0), 0)

/** Weighted mean, 0 to 100 with two decimals; null without scores. */
export function scoreOf(criteria: readonly Criterion[], scores: readonly Scores[]): number | null {
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  if (scores.length === 0 || weights === 0) return null
  return Math.round((totalOf(criteria, scores) / (weights * scores.length)) * 100) / 100
}

/** Works with equal averages tie. Of these, earlier submissions come first and get the minor units that remain. */
export function rankWorks(criteria: readonly Criterion[], works: readonly Judged[]): Ranked[] {
  const judged = works
    .filter(({ scores }) => scores.length > 0)
    .map((work) => ({ ...work, total: totalOf(criteria, work.scores), jurors: work.scores.length }))
  const byScore = (a: (typeof judged)[number], b: (typeof judged)[number]) => b.total * a.jurors - a.total * b.jurors
  judged.sort((a, b) => byScore(a, b) || a.submittedAt.getTime() - b.submittedAt.getTime() || (a.id < b.id ? -1 : 1))
  const ranks: number[] = []
  judged.forEach((work, i) => ranks.push(i > 0 && byScore(judged[i - 1]!, work) === 0 ? ranks[i - 1]! : i + 1))
  return [
    ...judged.map(({ id, scores }, i) => ({ id, rank: ranks[i]!, score: scoreOf(criteria, scores) })),
    ...works.filter(({ scores }) => scores.length === 0).map(({ id }) => ({ id, rank: null, score: null })),
  ]
}

export interface Prize {
  id: string
  /** Counts from 1; unique even for tied works. */
  slot: number
  rank: number
  title: string
  /** In minor units. */
  bonus: number
}

/**
 * Tied works share the tiers of their places equally, even if some of these places are past the last tier. If minor
 * units remain, the first of the tied works get one each. The bonuses add up exactly to the tiers reached.
 */
export function sharePrizes(tiers: readonly Tier[], ranked: readonly Ranked[]): Prize[] {
  const placed = ranked.flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]))
  return placed.flatMap(({ id, rank }, i) => {
    const first = rank - 1
    const tied = placed.filter((other) => other.rank === rank).length
    const reached = tiers.slice(first, first + tied)
    if (reached.length === 0) return []
    const sum = reached.reduce((all, { amount }) => all + amount, 0)
    const bonus = Math.floor(sum / tied) + (i - first < sum % tied ? 1 : 0)
    return [{ id, slot: i + 1, rank, title: reached[0]!.title, bonus }]
  })
}
