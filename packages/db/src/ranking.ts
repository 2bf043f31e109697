import type { Criterion, Scores, Tier } from '@toile/contracts/activities/activities'

export interface Judged {
  id: string
  submittedAt: Date
  /** What each juror gave who has scored it. */
  scores: readonly Scores[]
}

export interface Ranked {
  id: string
  /** 1 for the best; those that tie have the same, and the next ones leave as many places free. Null without scores. */
  rank: number | null
  /** 0 to 100, to two decimals: for showing; the order is made of whole numbers. */
  score: number | null
}

/** Points times weights of all jurors, and how many jurors those are: a fraction that is compared without rounding. */
const totalOf = (criteria: readonly Criterion[], scores: readonly Scores[]) =>
  scores.reduce((sum, one) => sum + criteria.reduce((of, { id, weight }) => of + weight * (one[id] ?? 0), 0), 0)

/** The weighted mean of what the jurors gave, 0 to 100 with two decimals; null without scores. */
export function scoreOf(criteria: readonly Criterion[], scores: readonly Scores[]): number | null {
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  if (scores.length === 0 || weights === 0) return null
  return Math.round((totalOf(criteria, scores) / (weights * scores.length)) * 100) / 100
}

/**
 * Works in the order of their scores: the mean over the jurors who have scored each. Equal means tie; among those the one
 * that was entered first stands first, which decides nothing but the odd minor unit of a shared prize.
 */
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
  /** 1 and on, each once. */
  slot: number
  rank: number
  title: string
  /** Minor units. */
  bonus: number
}

/**
 * Gives out the tiers along the ranking. Those who tie share what their places bring together, also where they reach past
 * the last tier: each the same, and the minor units that are left over one by one to those who stand first. So the sum of
 * all is exactly that of the tiers that were reached.
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
