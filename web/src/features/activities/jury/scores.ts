import type { Criterion, Scores } from '@toile/contracts/activities/activities'
import { numberFormat } from '@toile/contracts/formats'
import { currentLanguage } from '../../../i18n/index.js'

export function formatScore(score: number): string {
  return numberFormat(currentLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score)
}

/** The weighted total out of 100. It is undefined without criteria, and until each criterion has points. */
export function weightedScore(criteria: readonly Criterion[], scores: Scores): number | undefined {
  if (missingOf(criteria, scores) > 0 || criteria.length === 0) return undefined
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0)
  return criteria.reduce((sum, { id, weight }) => sum + weight * scores[id]!, 0) / weights
}

export function missingOf(criteria: readonly Criterion[], scores: Scores): number {
  return criteria.filter(({ id }) => scores[id] === undefined).length
}
