import {
  activityLimits,
  activityMoments,
  TOTAL_WEIGHT,
  type ActivityMoment,
} from '@toile/contracts/activities/activities.constants'
import type { ActivityChanges, ActivityInput } from '@toile/contracts/activities/activities-backstage'
import { invalidInput, type FieldProblem } from '@toile/contracts/errors'
import { lengthOf } from '@toile/contracts/texts'
import type { Db } from '@toile/db/client'
import type { ActivityRow } from '@toile/db/activities/activities'
import { columnOfMoment, momentsOutOfOrder, type ActivityFields } from '@toile/db/activities/activities-backstage'
import { findImages } from '@toile/db/images/images'
import { assertOwnImages, cleanHtml } from './rich-text.js'

type Problems = Record<string, FieldProblem[]>

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/

export async function newActivityFields(
  db: Db,
  ownerId: string,
  input: ActivityInput,
): Promise<Required<ActivityFields>> {
  const fields = (await activityFields(db, ownerId, input)) as Required<ActivityFields>
  const problems: Problems = {}
  for (const moment of momentsOutOfOrder(fields)) problems[moment] = [{ code: 'FIELD_TIME_ORDER' }]
  if (fields.tiers.reduce((sum, { amount }) => sum + amount, 0) !== fields.prize_amount)
    problems['tiers'] = [{ code: 'FIELD_TIERS_SUM' }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return { ...fields, banner_id: fields.banner_id ?? null, cover_id: fields.cover_id ?? null }
}

/** @throws INVALID_INPUT for wrong fields. A new picture must be ready, the owner's, and of the right purpose. */
export async function activityFields(
  db: Db,
  ownerId: string,
  input: ActivityChanges,
  before?: ActivityRow,
): Promise<ActivityFields> {
  const problems: Problems = {}
  const rules = rulesOf(input, problems)
  checkLists(input, problems)
  const moments = momentsOf(input, problems)
  if (input.timeZone !== undefined && !isTimeZone(input.timeZone)) problems['timeZone'] = [{ code: 'FIELD_TIME_ZONE' }]
  for (const purpose of ['banner', 'cover'] as const) {
    const id = input[`${purpose}Id`]
    if (!id || id === before?.[`${purpose}Id`]) continue
    const [image] = await findImages(db, [id])
    if (image?.ownerId !== ownerId || image.purpose !== purpose || image.status !== 'ready')
      problems[`${purpose}Id`] = [{ code: 'FIELD_IMAGE_NOT_READY' }]
  }
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  const { title, summary, tiers, criteria } = input
  const known = before?.imageIds ?? []
  return {
    ...(title !== undefined && { title }),
    ...(summary !== undefined && { summary }),
    ...(tiers && { tiers }),
    ...(criteria && { criteria }),
    ...moments,
    ...(rules !== undefined && {
      rules,
      image_ids: await assertOwnImages(db, rules, { ownerId, field: 'rules', known }),
    }),
    ...(input.bannerId && { banner_id: input.bannerId }),
    ...(input.coverId && { cover_id: input.coverId }),
    ...(input.prize && { prize_amount: input.prize.amount, currency: input.prize.currency }),
    ...(input.jurorIds && { jurors: [...new Set(input.jurorIds)].sort() }),
    ...(input.maxSubmissions !== undefined && { max_submissions: input.maxSubmissions }),
    ...(input.blind !== undefined && { blind: input.blind }),
    ...(input.scoresPublished !== undefined && { scores_published: input.scoresPublished }),
    ...(input.timeZone !== undefined && { time_zone: input.timeZone }),
  }
}

function rulesOf({ rules }: ActivityChanges, problems: Problems): string | undefined {
  if (rules === undefined) return undefined
  const clean = cleanHtml(rules)
  const max = activityLimits.maxRulesLength
  if (lengthOf(clean) > max) problems['rules'] = [{ code: 'FIELD_TOO_LONG', params: { max } }]
  return clean
}

function checkLists({ tiers, criteria }: ActivityChanges, problems: Problems): void {
  if (tiers?.length === 0) problems['tiers'] = [{ code: 'FIELD_REQUIRED' }]
  if (!criteria) return
  if (criteria.length === 0) problems['criteria'] = [{ code: 'FIELD_REQUIRED' }]
  else if (new Set(criteria.map(({ id }) => id)).size < criteria.length)
    problems['criteria'] = [{ code: 'FIELD_TAKEN' }]
  else if (criteria.reduce((sum, { weight }) => sum + weight, 0) !== TOTAL_WEIGHT)
    problems['criteria'] = [{ code: 'FIELD_WEIGHTS_SUM' }]
}

function momentsOf(input: ActivityChanges, problems: Problems): Partial<Record<MomentColumn, Date>> {
  const given = activityMoments.filter((moment) => input[moment] !== undefined)
  for (const moment of given)
    if (!MOMENT.test(input[moment]!) || Number.isNaN(Date.parse(input[moment]!)))
      problems[moment] = [{ code: 'FIELD_INVALID' }]
  return Object.fromEntries(given.map((moment) => [columnOfMoment[moment], new Date(input[moment]!)]))
}
type MomentColumn = (typeof columnOfMoment)[ActivityMoment]

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // UTC offsets are refused, because they ignore daylight saving time.
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
