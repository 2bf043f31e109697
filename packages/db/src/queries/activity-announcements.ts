import { sql } from 'kysely'
import { closingHours } from '@toile/contracts/activities.constants'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'

// No phases, but told of in the same way: the last day before the deadline (not where works are taken for no longer than
// that anyway), and to the jury that its part begins.
const CLOSING = 'closing'
const SCORING = 'scoring'

/**
 * Writes the event of each phase that has begun, once for each activity and phase, whoever runs this and how often. It
 * only tells: the phase itself is there from its moment on, whether this runs or not. Of several that began while nothing
 * ran only the present one is told.
 * @returns how many were told of
 */
export async function announcePhases(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; phase: string; is_phase: boolean }>`
    with standing as materialized (
      select id, activity_phase(a, now()) as phase, submission_ends_at - now() as left_over,
        submission_ends_at - registration_ends_at as in_all
      from activities a where starts_at <= now() and ends_at > now() - interval '7 days'),
    due as (
      select id, phase, true as is_phase from standing
      union all select id, ${SCORING}, false from standing where phase = 'reviewing'
      union all select id, ${CLOSING}, false from standing where phase = 'submission'
        and left_over <= make_interval(hours => ${closingHours}) and in_all > make_interval(hours => ${closingHours}))
    select id, phase, is_phase from due
    where not exists (select 1 from activity_announcements t where t.activity_id = due.id and t.phase = due.phase)
    limit 100`.execute(db)
  let told = 0
  for (const { id, phase, is_phase: isPhase } of rows) {
    const moved = await sql`with moved as (
        insert into activity_announcements (activity_id, phase) values (${id}, ${phase}) on conflict do nothing
        returning activity_id as id, 1 as attempt, 1 as version),
      ${eventOfMoved(isPhase ? 'activity.phase' : 'activity.due', { phase })}
      select id from moved`.execute(db)
    told += moved.rows.length
  }
  return told
}

/** The activity of which a phase is to be told. */
export function findAnnouncedPhase(db: Db, id: string, phase: string): Promise<{ title: string } | undefined> {
  return db
    .selectFrom('activities')
    .innerJoin('activity_announcements', 'activity_id', 'activities.id')
    .select('title')
    .where('activities.id', '=', id)
    .where('phase', '=', phase)
    .executeTakeFirst()
}

/**
 * People who have registered and have yet to hear of a phase, after this one in their order. Of the coming deadline it is
 * those who have entered nothing, and of the scoring the jury.
 */
export async function yetToHearOfPhase(
  db: Db,
  {
    activityId,
    phase,
    key,
    after,
    limit,
  }: { activityId: string; phase: string; key: string; after: string; limit: number },
): Promise<string[]> {
  const idle = sql`not exists (select 1 from activity_submissions s join works w on w.id = s.work_id
    where s.activity_id = r.activity_id and w.owner_id = r.user_id)`
  const people = phase === SCORING ? sql`activity_jurors` : sql`activity_registrations`
  const { rows } = await sql<{ id: string }>`select r.user_id as id from ${people} r
    where r.activity_id = ${activityId} and r.user_id > ${after}::uuid
      and not exists (select 1 from notification_causes c where c.user_id = r.user_id and c.key = ${key})
      and ${phase === CLOSING ? idle : sql`true`}
    order by r.user_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
