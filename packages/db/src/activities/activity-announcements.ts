import { sql, type RawBuilder } from 'kysely'
import { CLOSING_HOURS } from '@toile/contracts/activities/activities.constants'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { isEntryVisible } from './activities.js'

// Besides the phases, these moments are announced: the last day of submission, the start and the last day of scoring,
// and the awards. The last day of a period is not announced if the period lasts at most `CLOSING_HOURS`.
const CLOSING = 'closing'
const SCORING = 'scoring'
const SCORING_CLOSES = 'scoringCloses'
const AWARDED = 'awarded'

/**
 * Writes an event for each new phase and moment, at most 100 per call. A phase or moment that begins and ends during an
 * outage gets no event. Activities that ended over 7 days ago get no events. @returns the number of events
 */
export async function announcePhases(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string; phase: string; is_phase: boolean }>`
    with standing as materialized (
      select id, activity_phase(a, now()) as phase, submission_ends_at - now() as left_over,
        submission_ends_at - registration_ends_at as in_all, review_ends_at - now() as review_left,
        review_ends_at - submission_ends_at as review_in_all, make_interval(hours => ${CLOSING_HOURS}) as last_day,
        awarded_at is not null as awarded
      from activities a where starts_at <= now() and ends_at > now() - interval '7 days'),
    due as (
      select id, phase, true as is_phase from standing
      union all select id, ${SCORING}, false from standing where phase = 'reviewing'
      union all select id, ${CLOSING}, false from standing where phase = 'submission'
        and left_over <= last_day and in_all > last_day
      union all select id, ${SCORING_CLOSES}, false from standing where phase = 'reviewing'
        and review_left <= last_day and review_in_all > last_day
      union all select id, ${AWARDED}, false from standing where awarded)
    select id, phase, is_phase from due
    where not exists (select 1 from activity_announcements t where t.activity_id = due.id and t.phase = due.phase)
    limit 100`.execute(db)
  let announced = 0
  for (const { id, phase, is_phase: isPhase } of rows) {
    const moved = await sql`with moved as (
        insert into activity_announcements (activity_id, phase) values (${id}, ${phase}) on conflict do nothing
        returning activity_id as id, 1 as attempt, 1 as version),
      ${eventOfMoved(isPhase ? 'activity.phase' : 'activity.due', { phase })}
      select id from moved`.execute(db)
    announced += moved.rows.length
  }
  return announced
}

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
 * The next users to notify of a phase or moment, ordered by id, starting after the id `after`. Users who were already
 * notified under `key` are left out. For `scoring`, these are the jurors. For `scoringCloses`, these are the jurors
 * with unscored entries. For `closing`, these are the registered users without an entry. For `awarded`, these are the
 * registered users without a prize. For phases, these are all registered users.
 */
export async function recipientsOfPhase(
  db: Db,
  {
    activityId,
    phase,
    key,
    after,
    limit,
  }: { activityId: string; phase: string; key: string; after: string; limit: number },
): Promise<string[]> {
  const entries = sql`activity_submissions s join works w on w.id = s.work_id and s.activity_id = r.activity_id`
  const concerned: Record<string, RawBuilder<unknown>> = {
    [CLOSING]: sql`not exists (select 1 from ${entries} where w.owner_id = r.user_id)`,
    [SCORING_CLOSES]: sql`exists (select 1 from ${entries} where s.disqualified_at is null and ${isEntryVisible}
      and not exists (select 1 from activity_scores c where c.submission_id = s.id and c.juror_id = r.user_id))`,
    [AWARDED]: sql`not exists (select 1 from ${entries} join activity_awards p on p.submission_id = s.id
      where w.owner_id = r.user_id)`,
  }
  const isOfJury = phase === SCORING || phase === SCORING_CLOSES
  const people = isOfJury ? sql`activity_jurors` : sql`activity_registrations`
  const { rows } = await sql<{ id: string }>`select r.user_id as id from ${people} r
    where r.activity_id = ${activityId} and r.user_id > ${after}::uuid
      and not exists (select 1 from notification_causes c where c.user_id = r.user_id and c.key = ${key})
      and ${concerned[phase] ?? sql`true`}
    order by r.user_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
