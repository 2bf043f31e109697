import { newId } from '@toile/contracts/ids'
import type { Tier } from '@toile/contracts/activities/activities'
import { activityMoments, TOTAL_WEIGHT, type ActivityMoment } from '@toile/contracts/activities/activities.constants'
import type {
  ActivityChanges,
  ActivityInput,
  BackstageActivity,
} from '@toile/contracts/activities/activities-backstage'
import type { Image } from '@toile/contracts/images/images'
import type { PublicUser } from '@toile/contracts/users/users'
import { minorUnitsOf, typedAmount } from './amounts.js'
import { instantOf, wallTimeOf } from './wall-time.js'

interface TierRow {
  id: string
  title: string
  amount: string
}
interface CriterionRow {
  id: string
  title: string
  weight: string
}

/** Numbers are kept as typed text. Dates are ISO 8601 instants or empty. They keep seconds, which no field shows. */
export interface ActivityDraft {
  title: string
  summary: string
  rules: string
  banner: Image | null
  cover: Image | null
  currency: string
  prize: string
  tiers: TierRow[]
  criteria: CriterionRow[]
  jurors: PublicUser[]
  maxSubmissions: string
  blind: boolean
  scoresPublished: boolean
  timeZone: string
  moments: Record<ActivityMoment, string>
}

const DAY_MS = 86_400_000
/** Default dates of a new activity in days from now, one for each of `activityMoments`. */
const usualDays = [7, 7, 21, 42, 49, 56]

export function emptyDraft(timeZone: string, nowMs: number): ActivityDraft {
  const at = (days: number) => {
    const day = wallTimeOf(new Date(nowMs + days * DAY_MS).toISOString(), timeZone).slice(0, 10)
    return instantOf(`${day}T09:00`, timeZone)
  }
  return {
    title: '',
    summary: '',
    rules: '',
    banner: null,
    cover: null,
    currency: 'EUR',
    prize: '',
    tiers: [newTier()],
    criteria: [newCriterion(`${TOTAL_WEIGHT}`)],
    jurors: [],
    maxSubmissions: '1',
    blind: true,
    scoresPublished: true,
    timeZone,
    moments: Object.fromEntries(
      activityMoments.map((name, i) => [name, at(usualDays[i]!)]),
    ) as ActivityDraft['moments'],
  }
}

export const newTier = (): TierRow => ({ id: newId(), title: '', amount: '' })
export const newCriterion = (weight = ''): CriterionRow => ({ id: newId(), title: '', weight })

export function draftOf(activity: BackstageActivity): ActivityDraft {
  const { title, summary, rules, banner, cover, jurors, blind, scoresPublished, timeZone, prize } = activity
  return {
    ...{ title, summary, rules, banner, cover, jurors, blind, scoresPublished, timeZone },
    currency: prize.currency,
    prize: typedAmount(prize.amount, prize.currency),
    tiers: activity.tiers.map((tier, i) => ({
      id: `${i}`,
      title: tier.title,
      amount: typedAmount(tier.amount, prize.currency),
    })),
    criteria: activity.criteria.map((criterion) => ({ ...criterion, weight: `${criterion.weight}` })),
    maxSubmissions: `${activity.maxSubmissions}`,
    moments: Object.fromEntries(activityMoments.map((name) => [name, activity[name]])) as ActivityDraft['moments'],
  }
}

/** An unreadable amount becomes -1, and another unreadable number NaN. The API refuses both with a field error. */
export function inputOf(draft: ActivityDraft): ActivityInput {
  const { title, summary, rules, currency, banner, cover, blind, scoresPublished, timeZone } = draft
  const amountOf = (typed: string) => minorUnitsOf(typed, currency) ?? -1
  return {
    ...{ title, summary, rules, blind, scoresPublished, timeZone },
    ...(banner && { bannerId: banner.id }),
    ...(cover && { coverId: cover.id }),
    prize: { amount: amountOf(draft.prize), currency },
    tiers: draft.tiers.map((tier): Tier => ({ title: tier.title, amount: amountOf(tier.amount) })),
    criteria: draft.criteria.map((row) => ({ id: row.id, title: row.title, weight: Number(row.weight) })),
    jurorIds: draft.jurors.map(({ id }) => id).sort(),
    maxSubmissions: Number(draft.maxSubmissions),
    ...draft.moments,
  }
}

export function changesOf(saved: ActivityDraft, draft: ActivityDraft): ActivityChanges {
  const [before, after] = [inputOf(saved), inputOf(draft)]
  const names = Object.keys(after) as (keyof ActivityInput)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const clear = (['banner', 'cover'] as const).flatMap((of) => (saved[of] && !draft[of] ? [`${of}Id` as const] : []))
  return {
    ...(Object.fromEntries(changed.map((name) => [name, after[name]])) as ActivityChanges),
    ...(clear.length > 0 && { clear }),
  }
}

export function problemsOf(draft: ActivityDraft): Record<string, 'required' | 'amount' | 'sum' | 'weights'> {
  const problems: ReturnType<typeof problemsOf> = {}
  for (const name of ['title', 'summary', 'rules'] as const) if (draft[name].trim() === '') problems[name] = 'required'
  for (const name of activityMoments) if (!draft.moments[name]) problems[name] = 'required'
  const { prize, tiers, criteria } = sumsOf(draft)
  if (prize === undefined) problems['prize'] = 'amount'
  if (tiers === undefined) problems['tiers'] = 'amount'
  else if (prize !== undefined && tiers !== prize) problems['tiers'] = 'sum'
  if (draft.tiers.some(({ title }) => title.trim() === '')) problems['tiers'] = 'required'
  if (criteria !== TOTAL_WEIGHT) problems['criteria'] = 'weights'
  if (draft.criteria.some(({ title }) => title.trim() === '')) problems['criteria'] = 'required'
  return problems
}

/** `prize` and `tiers` are in minor units, or undefined if an amount is unreadable. Unreadable weights count as 0. */
export function sumsOf({ prize, tiers, criteria, currency }: ActivityDraft) {
  const amounts = tiers.map(({ amount }) => minorUnitsOf(amount, currency))
  return {
    prize: minorUnitsOf(prize, currency),
    tiers: amounts.includes(undefined) ? undefined : amounts.reduce<number>((sum, amount) => sum + amount!, 0),
    criteria: criteria.reduce((sum, { weight }) => sum + (Number(weight) || 0), 0),
  }
}
