import { sql } from 'kysely'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import type { ErrorCode } from '@toile/contracts/errors'
import type { Params } from '@toile/contracts/failures'
import { refusalOf } from '../activity-rules.js'
import type { Db } from '../client.js'
import { isShown } from '../works/shown-works.js'

export interface Obstacle {
  step: 'register' | 'submit'
  code: ErrorCode
  params: Params
}

interface Facts {
  phase: ActivityPhase
  limit: number
  registered: boolean
  juror: boolean
  entered: number
  /** Number of the user's released, public, unhidden works that are not entered in this activity yet. */
  enterable: number
  work: 'foreign' | 'hidden' | 'entered' | 'fit' | null
}

/** All reasons why the user cannot register or enter a work. Advisory: the routes check again when the user acts. */
export async function obstaclesOf(
  db: Db,
  { activityId, user, workId }: { activityId: string; user: Visitor; workId?: string | undefined },
): Promise<{ registered: boolean; obstacles: Obstacle[] }> {
  const facts = await factsOf(db, activityId, user?.id ?? null, workId ?? null)
  const { phase } = facts
  const codes = (list: (ErrorCode | false | undefined)[]) => [...new Set(list.flatMap((code) => code || []))]
  const person = [!user && 'UNAUTHENTICATED', user && !user.email_verified_at && 'EMAIL_UNVERIFIED'] as const
  const juror = facts.juror && 'JUROR_TAKES_NO_PART'
  const toRegister = facts.registered ? [] : codes([...person, juror, refusalOf('register', phase)])
  const early = phase === 'upcoming' || phase === 'registration'
  const toSubmit = codes([
    ...person,
    juror,
    refusalOf('submit', phase),
    user && !facts.registered && phase !== 'ended' && (early ? 'NOT_REGISTERED' : 'REGISTRATION_MISSED'),
    user && facts.entered >= facts.limit && 'SUBMISSION_LIMIT',
    user && !workId && facts.enterable === 0 && facts.entered === 0 && 'NO_WORK_TO_ENTER',
    facts.work === 'foreign' || facts.work === 'hidden'
      ? 'WORK_NOT_SHOWN'
      : facts.work === 'entered' && 'ALREADY_ENTERED',
  ])
  const obstacle =
    (step: Obstacle['step']) =>
    (code: ErrorCode): Obstacle => ({
      step,
      code,
      params: code === 'SUBMISSION_LIMIT' ? { limit: facts.limit } : {},
    })
  const obstacles = [...toRegister.map(obstacle('register')), ...toSubmit.map(obstacle('submit'))]
  return { registered: facts.registered, obstacles }
}

type Visitor = { id: string; email_verified_at: Date | null } | undefined

async function factsOf(db: Db, activityId: string, userId: string | null, workId: string | null): Promise<Facts> {
  const mine = sql`w.owner_id = ${userId}::uuid`
  const shown = isShown('w')
  const entry = sql`select 1 from activity_submissions s where s.activity_id = a.id and s.work_id = w.id`
  const { rows } = await sql<Facts>`
    select activity_phase(a, clock_timestamp()) as phase, max_submissions as limit,
      exists (select 1 from activity_registrations where activity_id = a.id and user_id = ${userId}::uuid) as registered,
      exists (select 1 from activity_jurors where activity_id = a.id and user_id = ${userId}::uuid) as juror,
      (select count(*)::int from activity_submissions s join works w on w.id = s.work_id
        where s.activity_id = a.id and ${mine}) as entered,
      (select count(*)::int from works w where ${mine} and ${shown} and not exists (${entry})) as enterable,
      case when ${workId}::uuid is null then null else coalesce(
        (select case when not ${mine} then 'foreign' when exists (${entry}) then 'entered' when ${shown} then 'fit'
          else 'hidden' end from works w where w.id = ${workId}::uuid), 'foreign') end as work
    from activities a where id = ${activityId}`.execute(db)
  return rows[0]!
}
