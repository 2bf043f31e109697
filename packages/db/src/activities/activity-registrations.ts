import { sql } from 'kysely'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { ToileError } from '@toile/contracts/errors'
import { inTransaction, type Db } from '../client.js'
import { pageOf, timeCursor, type Page } from '../cursors.js'
import { assertPhase, lockActivity, ownPart } from './activities.js'
import { notify } from '../notifications/notifications.js'
import { isShown } from '../works/shown-works.js'

/**
 * Returns the time of registration. If the user is already registered, this is the earlier time, in any phase.
 * @throws ToileError NOT_FOUND, JUROR_TAKES_NO_PART, errors of assertPhase()
 */
export async function register(db: Db, activityId: string, userId: string): Promise<Date> {
  return inTransaction(db, async (trx) => {
    await lockActivity(trx, activityId)
    const part = await ownPart(trx, activityId, userId)
    if (part.registeredAt) return part.registeredAt
    if (part.juror) throw new ToileError('JUROR_TAKES_NO_PART')
    const at = await assertPhase(trx, activityId, 'register')
    const { rows } = await sql<{ created_at: Date; title: string }>`
      insert into activity_registrations as r (activity_id, user_id, created_at) values (${activityId}, ${userId}, ${at})
      on conflict (activity_id, user_id) do update set created_at = r.created_at
      returning created_at, (select title from activities where id = ${activityId}) as title`.execute(trx)
    const key = `activity:${activityId}:registered`
    const params = { title: rows[0]!.title, phase: 'registered' }
    await notify(trx, { userId, kind: 'activity_phase', key, subject: { kind: 'activity', id: activityId }, params })
    return rows[0]!.created_at
  })
}

/** @throws ToileError NOT_FOUND, WITHDRAW_FIRST, errors of assertPhase() even if the user is not registered */
export async function cancelRegistration(db: Db, activityId: string, userId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockActivity(trx, activityId)
    await lockRegistration(trx, activityId, userId)
    await assertPhase(trx, activityId, 'cancel')
    if ((await ownPart(trx, activityId, userId)).works > 0) throw new ToileError('WITHDRAW_FIRST')
    await trx
      .deleteFrom('activity_registrations')
      .where('activity_id', '=', activityId)
      .where('user_id', '=', userId)
      .execute()
  })
}

/** Locks a registration, so that no entry is added during its cancellation or over the limit. @returns whether found */
export async function lockRegistration(trx: Db, activityId: string, userId: string): Promise<boolean> {
  const found = await sql`select 1 from activity_registrations
    where activity_id = ${activityId} and user_id = ${userId} for update`.execute(trx)
  return found.rows.length === 1
}

export async function listParticipants(
  db: Db,
  list: { activityId: string; limit: number; cursor?: string | undefined },
) {
  const before = timeCursor(list.cursor)
  let query = db
    .selectFrom('activity_registrations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id as ownerId', 'username', 'nickname', 'avatar_id as avatarId', 'r.created_at as registeredAt'])
    .where('r.activity_id', '=', list.activityId)
  if (before) query = query.where(sql<boolean>`(r.created_at, r.user_id) < (${before.at}, ${before.id}::uuid)`)
  const rows = await query
    .orderBy('r.created_at', 'desc')
    .orderBy('r.user_id', 'desc')
    .limit(list.limit + 1)
    .execute()
  return pageOf(rows, list.limit, (row) => [row.registeredAt.getTime(), row.ownerId])
}

export interface HistoryRow {
  id: string
  title: string
  phase: ActivityPhase
  endsAt: Date
  registeredAt: Date
  currency: string
  works: {
    workId: string
    title: string
    shown: boolean
    rank: number | null
    award: { rank: number; title: string; bonus: number } | null
  }[]
}

/** Latest registration first. Unless `own`, omits hidden works, and blind entries before the awards or the end. */
export async function historyOf(
  db: Db,
  list: { userId: string; own: boolean; limit: number; cursor?: string | undefined },
): Promise<Page<HistoryRow>> {
  const before = timeCursor(list.cursor)
  const after = before ? sql`and (r.created_at, r.activity_id) < (${before.at}, ${before.id}::uuid)` : sql``
  const { rows } = await sql<HistoryRow>`
    select a.id, a.title, activity_phase(a, now()) as phase, a.ends_at as "endsAt", r.created_at as "registeredAt", a.currency,
      (select coalesce(jsonb_agg(jsonb_build_object('workId', s.work_id, 'title', v.title,
          'shown', ${isShown('w')}, 'rank', s.rank,
          'award', case when p.slot is not null
            then jsonb_build_object('rank', p.rank, 'title', p.title, 'bonus', p.bonus) end)
          order by s.rank nulls last, s.submitted_at), '[]')
        from activity_submissions s join works w on w.id = s.work_id join work_versions v on v.id = s.version_id
        left join activity_awards p on p.submission_id = s.id
        where s.activity_id = a.id and w.owner_id = r.user_id and w.state <> 'trashed' and (${list.own} or w.hidden_at is null) and s.disqualified_at is null
          and (${list.own} or not a.blind or a.awarded_at is not null or a.ends_at <= now())) as works
    from activity_registrations r join activities a on a.id = r.activity_id
    where r.user_id = ${list.userId} and a.starts_at <= now() ${after}
    order by r.created_at desc, r.activity_id desc limit ${list.limit + 1}`.execute(db)
  return pageOf(rows, list.limit, (row) => [row.registeredAt.getTime(), row.id])
}
