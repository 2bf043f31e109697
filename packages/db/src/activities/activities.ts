import { sql, type RawBuilder } from 'kysely'
import type { Criterion, Tier } from '@toile/contracts/activities/activities'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { ToileError } from '@toile/contracts/errors'
import { refusalOf, type ActivityAction } from '../activity-rules.js'
import type { Db } from '../client.js'
import { pageOf, timeCursor, type Page } from '../cursors.js'
import { contains, type Table } from '../table.js'

export interface ActivityRow {
  id: string
  title: string
  summary: string
  rules: string
  imageIds: string[]
  bannerId: string | null
  coverId: string | null
  prizeAmount: number
  currency: string
  tiers: Tier[]
  criteria: Criterion[]
  maxSubmissions: number
  blind: boolean
  scoresPublished: boolean
  timeZone: string
  startsAt: Date
  registrationStartsAt: Date
  registrationEndsAt: Date
  submissionEndsAt: Date
  reviewEndsAt: Date
  endsAt: Date
  awardedAt: Date | null
  version: number
  /** The phase at `now`, which is the database's time. */
  phase: ActivityPhase
  nextChangeAt: Date | null
  now: Date
  participants: number
  works: number
}

/** Condition on an entry's work `w`: the work is neither in the trash nor hidden by an operator. */
export const isEntryVisible = sql<boolean>`(w.state <> 'trashed' and w.hidden_at is null)`

const participants = sql`(select count(*)::int from activity_registrations r where r.activity_id = a.id)`
const works = sql`(select count(*)::int from activity_submissions s join works w on w.id = s.work_id
  where s.activity_id = a.id and ${isEntryVisible})`

export const moneyText = (currency: RawBuilder<unknown>, amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${currency} || ' ' || case when ${currency} in ('JPY', 'KRW') then ${amount}::text
    else (${amount} / 100.0)::numeric(14, 2)::text end`

const columns = sql`id, title, summary, rules, image_ids as "imageIds", banner_id as "bannerId", cover_id as "coverId",
    prize_amount as "prizeAmount", currency, tiers, criteria, max_submissions as "maxSubmissions", blind,
    scores_published as "scoresPublished", time_zone as "timeZone", starts_at as "startsAt",
    registration_starts_at as "registrationStartsAt", registration_ends_at as "registrationEndsAt",
    submission_ends_at as "submissionEndsAt", review_ends_at as "reviewEndsAt", ends_at as "endsAt",
    awarded_at as "awardedAt", version, activity_phase(a, now()) as phase,
    activity_next_change(a, now()) as "nextChangeAt", now() as now, ${participants} as participants, ${works} as works`

const selectActivities = (where: RawBuilder<unknown>, rest = sql``) =>
  sql<ActivityRow>`select ${columns} from activities a where ${where} ${rest}`

/** Condition on `activities`: the activity is announced and therefore public. */
export const isAnnounced = sql`starts_at <= now()`

/** Also finds unannounced activities. */
export async function findActivity(db: Db, id: string): Promise<ActivityRow | undefined> {
  return (await selectActivities(sql`id = ${id}`).execute(db)).rows[0]
}

/** @throws ToileError NOT_FOUND, also for an unannounced activity */
export async function getActivity(db: Db, id: string): Promise<ActivityRow> {
  const row = (await selectActivities(sql`id = ${id} and ${isAnnounced}`).execute(db)).rows[0]
  if (!row) throw new ToileError('NOT_FOUND')
  return row
}

/** Announced activities. The activity whose registration starts last comes first. */
export async function listActivities(
  db: Db,
  list: { phase?: ActivityPhase | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<ActivityRow>> {
  const before = timeCursor(list.cursor)
  const of = list.phase ? sql`and activity_phase(a, now()) = ${list.phase}` : sql``
  const after = before ? sql`and (registration_starts_at, id) < (${before.at}, ${before.id}::uuid)` : sql``
  const { rows } = await selectActivities(
    sql`${isAnnounced} ${of} ${after}`,
    sql`order by registration_starts_at desc, id desc limit ${list.limit + 1}`,
  ).execute(db)
  return pageOf(rows, list.limit, (row) => [row.registrationStartsAt.getTime(), row.id])
}

export const activitiesTable: Table<'activities'> = {
  select: sql`${columns}, ${moneyText(sql`currency`, sql`prize_amount`)} as "prizeText"`,
  from: sql`activities a`,
  id: sql`a.id`,
  sort: {
    title: sql`lower(a.title)`,
    startsAt: sql`a.starts_at`,
    registrationEndsAt: sql`a.registration_ends_at`,
    submissionEndsAt: sql`a.submission_ends_at`,
    endsAt: sql`a.ends_at`,
    participants,
    works,
  },
  file: {
    title: 'title',
    phase: 'phase',
    startsAt: 'startsAt',
    registrationEndsAt: 'registrationEndsAt',
    submissionEndsAt: 'submissionEndsAt',
    endsAt: 'endsAt',
    participants: 'participants',
    works: 'works',
    prize: 'prizeText',
  },
  first: { sort: 'startsAt', order: 'desc' },
  where: ({ q, phase }) => [
    ...(q ? [contains(q, sql`a.title`, sql`a.summary`)] : []),
    ...(phase === 'unannounced' ? [sql`a.starts_at > now()`] : []),
    ...(phase && phase !== 'unannounced' ? [sql`${isAnnounced} and activity_phase(a, now()) = ${phase}`] : []),
  ],
}

export interface OwnPart {
  registeredAt: Date | null
  works: number
  juror: boolean
}

export async function ownPart(db: Db, activityId: string, userId: string): Promise<OwnPart> {
  const { rows } = await sql<OwnPart>`select
    (select created_at from activity_registrations where activity_id = ${activityId} and user_id = ${userId})
      as "registeredAt",
    (select count(*)::int from activity_submissions s join works w on w.id = s.work_id
      where s.activity_id = ${activityId} and w.owner_id = ${userId}) as works,
    exists (select 1 from activity_jurors where activity_id = ${activityId} and user_id = ${userId}) as juror`.execute(
    db,
  )
  return rows[0]!
}

export type Juror = Awaited<ReturnType<typeof jurorsOf>>[number]

export function jurorsOf(db: Db, activityId: string) {
  return db
    .selectFrom('activity_jurors')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id as ownerId', 'username', 'nickname', 'avatar_id as avatarId'])
    .where('activity_id', '=', activityId)
    .orderBy('users.id')
    .execute()
}

export async function isActivityShown(db: Db, id: string): Promise<boolean> {
  const found = await sql`select 1 from activities where id = ${id} and ${isAnnounced}`.execute(db)
  return found.rows.length === 1
}

export async function standingsOf(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; phase: ActivityPhase; nextChangeAt: string | null }[]> {
  const { rows } = await sql<{ id: string; phase: ActivityPhase; nextChangeAt: Date | null }>`
    select id, activity_phase(a, now()) as phase, activity_next_change(a, now()) as "nextChangeAt"
    from activities a where id = any(${ids}::uuid[]) and ${isAnnounced}`.execute(db)
  return rows.map((row) => ({ ...row, nextChangeAt: row.nextChangeAt?.toISOString() ?? null }))
}

/** Keeps others from changing the activity until the transaction ends. @throws ToileError NOT_FOUND if unannounced */
export async function lockActivity(trx: Db, id: string, how: 'use' | 'change' = 'use'): Promise<void> {
  const found = await sql`select 1 from activities where id = ${id} and ${isAnnounced}
    ${how === 'use' ? sql`for share` : sql`for no key update`}`.execute(trx)
  if (found.rows.length === 0) throw new ToileError('NOT_FOUND')
}

/** Returns the time. Call it after the last wait for a lock: a phase may end then. @throws ToileError of refusalOf() */
export async function assertPhase(trx: Db, id: string, action: ActivityAction): Promise<Date> {
  // Truncated to milliseconds like the stored times, so comparisons with them stay correct.
  const { rows } = await sql<{ at: Date; phase: ActivityPhase }>`
    with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as at)
    select at, activity_phase(a, at) as phase from activities a, clock where id = ${id}`.execute(trx)
  const refusal = refusalOf(action, rows[0]!.phase)
  if (refusal) throw new ToileError(refusal)
  return rows[0]!.at
}
