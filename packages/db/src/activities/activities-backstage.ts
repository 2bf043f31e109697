import { sql } from 'kysely'
import type { Criterion, Tier } from '@toile/contracts/activities/activities'
import { activityMoments, type ActivityMoment } from '@toile/contracts/activities/activities.constants'
import { invalidInput, ToileError, type FieldCode, type FieldProblem } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import { changesOf } from '../field-changes.js'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { recordAudit } from '../audit/audit.js'
import { showImage } from '../images/images.js'

/** An activity's columns and jurors. In an update, omitted fields keep their values. */
export interface ActivityFields {
  title?: string
  summary?: string
  rules?: string
  image_ids?: string[]
  banner_id?: string | null
  cover_id?: string | null
  prize_amount?: number
  currency?: string
  tiers?: Tier[]
  criteria?: Criterion[]
  max_submissions?: number
  blind?: boolean
  scores_published?: boolean
  time_zone?: string
  starts_at?: Date
  registration_starts_at?: Date
  registration_ends_at?: Date
  submission_ends_at?: Date
  review_ends_at?: Date
  ends_at?: Date
  jurors?: string[]
}

export const columnOfMoment = {
  startsAt: 'starts_at',
  registrationStartsAt: 'registration_starts_at',
  registrationEndsAt: 'registration_ends_at',
  submissionEndsAt: 'submission_ends_at',
  reviewEndsAt: 'review_ends_at',
  endsAt: 'ends_at',
} as const satisfies Record<ActivityMoment, keyof ActivityFields>
/** Locked while there are entries, because people entered under these terms. Maps columns to the API's fields. */
const fixed = {
  prize_amount: 'prize',
  currency: 'prize',
  tiers: 'tiers',
  criteria: 'criteria',
  blind: 'blind',
} as const

/** @throws ToileError INVALID_INPUT for a deleted or unknown juror */
export async function insertActivity(db: Db, actorId: string, fields: Required<ActivityFields>): Promise<string> {
  return inTransaction(db, async (trx) => {
    const id = newId()
    const { jurors, tiers, criteria, ...columns } = fields
    await trx
      .insertInto('activities')
      .values({ id, ...columns, tiers: JSON.stringify(tiers), criteria: JSON.stringify(criteria) })
      .execute()
    await setJurors(trx, id, jurors)
    await showPictures(trx, fields)
    const { after } = changesOf({}, { ...fields, image_ids: null })
    await recordAudit(trx, {
      ...actionOn(id),
      actorId,
      action: 'activity.created',
      params: { title: fields.title },
      after,
    })
    return id
  })
}

/**
 * A changed moment must be in the future. A past moment cannot be changed, except `endsAt` before the awards. locksOf()
 * lists all locked fields. @throws ToileError NOT_FOUND; INVALID_INPUT for a locked field, a new moment in the past, a
 * wrong order of moments, prize tiers with a wrong sum, or a juror that setJurors() refuses
 */
export async function updateActivity(db: Db, actorId: string, id: string, fields: ActivityFields): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`select 1 from activities where id = ${id} for no key update`.execute(trx)
    const before = await stateOf(trx, id)
    if (!before) throw new ToileError('NOT_FOUND')
    assertChangeable(fields, before)
    const { jurors, tiers, criteria, ...columns } = fields
    if (jurors) await setJurors(trx, id, jurors)
    const changes = {
      ...columns,
      ...(tiers && { tiers: JSON.stringify(tiers) }),
      ...(criteria && { criteria: JSON.stringify(criteria) }),
    }
    await trx
      .updateTable('activities')
      .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await showPictures(trx, fields, before)
    await sql`with moved as (select id, 1 as attempt, version from activities where id = ${id}),
      ${eventOfMoved('activity.changed')} select 1`.execute(trx)
    await recordAudit(trx, {
      ...actionOn(id),
      actorId,
      action: 'activity.changed',
      params: { title: before.title },
      // The audit row omits `image_ids`, which follow from the rules' text.
      ...changesOf(before, { ...before, ...fields, image_ids: before.image_ids }),
    })
  })
}

/** Announces an activity now instead of later. @throws ToileError NOT_FOUND, STATE_CONFLICT if announced already */
export async function announceActivity(db: Db, actorId: string, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ title: string; starts_at: Date }>`select title, starts_at from activities
      where id = ${id} for no key update`.execute(trx)
    const was = rows[0]
    if (!was) throw new ToileError('NOT_FOUND')
    const moved = await sql<{ starts_at: Date }>`with moved as (
        update activities set starts_at = date_trunc('milliseconds', clock_timestamp()), version = version + 1,
          updated_at = now()
        where id = ${id} and starts_at > clock_timestamp() returning id, 1 as attempt, version, starts_at),
      ${eventOfMoved('activity.changed')} select starts_at from moved`.execute(trx)
    if (!moved.rows[0]) throw new ToileError('STATE_CONFLICT')
    const params = { title: was.title }
    const changes = changesOf(was, { ...was, starts_at: moved.rows[0].starts_at })
    await recordAudit(trx, { ...actionOn(id), actorId, action: 'activity.announced', params, ...changes })
  })
}

type State = Required<ActivityFields> & { now: Date; entries: number; awarded: boolean }

async function stateOf(trx: Db, id: string): Promise<State | undefined> {
  const { rows } =
    await sql<State>`select title, summary, rules, image_ids, banner_id, cover_id, prize_amount, currency,
      tiers, criteria, max_submissions, blind, scores_published, time_zone, starts_at, registration_starts_at,
      registration_ends_at, submission_ends_at, review_ends_at, ends_at, clock_timestamp() as now,
      awarded_at is not null as awarded,
      (select count(*)::int from activity_submissions where activity_id = a.id) as entries,
      array(select user_id::text from activity_jurors where activity_id = a.id order by user_id) as jurors
    from activities a where id = ${id}`.execute(trx)
  return rows[0]
}

export type Locks = Partial<Record<ActivityMoment | Fixed, FieldCode>>
type Fixed = (typeof fixed)[keyof typeof fixed] | 'jurorIds'

function locksOf(state: State): Locks {
  const locks: Locks = {}
  for (const moment of activityMoments) {
    const canBePutOff = moment === 'endsAt' && !state.awarded
    if (state[columnOfMoment[moment]] <= state.now && !canBePutOff) locks[moment] = 'FIELD_TIME_PASSED'
  }
  if (state.entries > 0) for (const field of Object.values(fixed)) locks[field] = 'FIELD_FIXED'
  if (state.awarded) locks.jurorIds = 'FIELD_AWARDED'
  return locks
}

/** @throws ToileError NOT_FOUND */
export async function findLocks(db: Db, id: string): Promise<Locks> {
  const state = await stateOf(db, id)
  if (!state) throw new ToileError('NOT_FOUND')
  return locksOf(state)
}

function assertChangeable(fields: ActivityFields, before: State): void {
  const problems: Record<string, FieldProblem[]> = {}
  const locks = locksOf(before)
  const differs = (name: keyof ActivityFields) =>
    fields[name] !== undefined && JSON.stringify(fields[name]) !== JSON.stringify(before[name])
  for (const moment of activityMoments) {
    const column = columnOfMoment[moment]
    if (!differs(column)) continue
    if (locks[moment] || fields[column]! <= before.now) problems[moment] = [{ code: 'FIELD_TIME_PASSED' }]
  }
  const all = { ...before, ...fields }
  for (const problem of momentsOutOfOrder(all)) problems[problem] ??= [{ code: 'FIELD_TIME_ORDER' }]
  for (const [column, field] of [...Object.entries(fixed), ['jurors', 'jurorIds']] as [keyof ActivityFields, Fixed][]) {
    const code = locks[field]
    if (code && differs(column)) problems[field] = [{ code }]
  }
  const sum = all.tiers.reduce((total, { amount }) => total + amount, 0)
  if (sum !== all.prize_amount) problems['tiers'] ??= [{ code: 'FIELD_TIERS_SUM' }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
}

/** Returns moments that are too early. Each must be after the one before; `registrationStartsAt` may be equal. */
export function momentsOutOfOrder(fields: Required<Pick<ActivityFields, (typeof columnOfMoment)[ActivityMoment]>>) {
  return activityMoments.filter((moment, i) => {
    const before = activityMoments[i - 1]
    if (!before) return false
    const apart = fields[columnOfMoment[moment]].getTime() - fields[columnOfMoment[before]].getTime()
    return i === 1 ? apart < 0 : apart <= 0
  })
}

/** Also deletes the scores of removed jurors. @throws ToileError INVALID_INPUT for a participant or a missing user */
async function setJurors(trx: Db, id: string, jurors: readonly string[]): Promise<void> {
  const unfit = await sql`select 1 from unnest(${jurors}::uuid[]) as j (id)
    where not exists (select 1 from users u where u.id = j.id and u.deleted_at is null)
      or exists (select 1 from activity_registrations r where r.activity_id = ${id} and r.user_id = j.id)`.execute(trx)
  if (unfit.rows.length > 0) throw invalidInput({ jurorIds: [{ code: 'FIELD_JUROR' }] })
  await sql`delete from activity_scores c using activity_submissions s
    where s.id = c.submission_id and s.activity_id = ${id} and c.juror_id <> all(${jurors}::uuid[])`.execute(trx)
  await sql`delete from activity_jurors where activity_id = ${id} and user_id <> all(${jurors}::uuid[])`.execute(trx)
  await sql`insert into activity_jurors (activity_id, user_id) select ${id}, j.id from unnest(${jurors}::uuid[]) as j (id)
    on conflict do nothing`.execute(trx)
}

async function showPictures(trx: Db, fields: ActivityFields, before?: State): Promise<void> {
  const shown = (of: ActivityFields) => [of.banner_id, of.cover_id, ...(of.image_ids ?? [])].filter((id) => id != null)
  const now = new Set(shown({ ...before, ...fields }))
  for (const id of before ? shown(before) : []) if (!now.has(id)) await showImage(trx, id, false)
  for (const id of now) await showImage(trx, id, true)
}

const actionOn = (id: string) => ({ subjectKind: 'activity', subjectId: id })
