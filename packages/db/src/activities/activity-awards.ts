import { sql } from 'kysely'
import type { Criterion, Tier } from '@toile/contracts/activities/activities'
import { ToileError } from '@toile/contracts/errors'
import { changesOf } from '../field-changes.js'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { rankWorks, sharePrizes, type Prize } from '../ranking.js'
import { assertPhase, lockActivity } from './activities.js'
import { judgedWorks, type JudgedRow } from './activity-scores.js'
import { recordAudit } from '../audit/audit.js'

/** SQLSTATEs of a serialization failure and of a deadlock, after which the transaction is retried. */
const beginAnew = new Set(['40001', '40P01'])
const MAX_TRIES = 5

export type Winner = Prize & Pick<JudgedRow, 'workId' | 'ownerId'> & { workTitle: string }

/**
 * Awards the prizes in a serializable transaction that locks the winning works. A concurrent deletion of a winning work
 * therefore either comes first or is refused. @throws ToileError NOT_FOUND, ALREADY_AWARDED, NOTHING_TO_AWARD, and the
 * errors of assertPhase()
 */
export async function awardActivity(db: Db, activityId: string, actorId: string): Promise<Winner[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((trx) => award(trx, activityId, actorId))
    } catch (error) {
      if (tries === MAX_TRIES || !beginAnew.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

async function award(trx: Db, activityId: string, actorId: string): Promise<Winner[]> {
  await lockActivity(trx, activityId, 'change')
  await assertPhase(trx, activityId, 'award')
  const { rows } = await sql<{ title: string; criteria: Criterion[]; tiers: Tier[]; awarded: boolean }>`
    select title, criteria, tiers, awarded_at is not null as awarded from activities where id = ${activityId}`.execute(
    trx,
  )
  const { title, criteria, tiers, awarded } = rows[0]!
  if (awarded) throw new ToileError('ALREADY_AWARDED')
  const works = new Map((await judgedWorks(trx, activityId)).map((work) => [work.id, work]))
  const ranked = rankWorks(criteria, [...works.values()])
  const winners = sharePrizes(tiers, ranked).map((prize): Winner => {
    const { workId, ownerId, title: workTitle } = works.get(prize.id)!
    return { ...prize, workId, ownerId, workTitle }
  })
  if (winners.length === 0) throw new ToileError('NOTHING_TO_AWARD')
  const workIds = winners.map(({ workId }) => workId).sort()
  await sql`select id from works where id = any(${workIds}::uuid[]) order by id for update`.execute(trx)
  await trx
    .insertInto('activity_awards')
    .values(
      winners.map(({ id, workId, slot, rank, title: award, bonus }) => ({
        activity_id: activityId,
        slot,
        submission_id: id,
        work_id: workId,
        rank,
        title: award,
        bonus,
      })),
    )
    .execute()
  await sql`update activity_submissions s set rank = r.rank, score = r.score
    from jsonb_to_recordset(${JSON.stringify(ranked)}::jsonb) as r (id uuid, rank integer, score double precision)
    where s.id = r.id`.execute(trx)
  const after = winners.map(({ workId: work, rank, title: award, bonus }) => ({ work, rank, award, bonus }))
  await recordAudit(trx, {
    actorId,
    action: 'activity.awarded',
    subjectKind: 'activity',
    subjectId: activityId,
    params: { title },
    ...changesOf({ winners: [] }, { winners: after }),
  })
  await sql`with moved as (
      update activities set awarded_at = now(), version = version + 1, updated_at = now() where id = ${activityId}
      returning id, 1 as attempt, version),
    ${eventOfMoved('activity.awarded')} select id from moved`.execute(trx)
  return winners
}

export function findWinnersToNotify(db: Db, activityId: string) {
  return db
    .selectFrom('activity_awards as p')
    .innerJoin('works as w', 'w.id', 'p.work_id')
    .innerJoin('activities as a', 'a.id', 'p.activity_id')
    .select(['p.work_id as workId', 'w.owner_id as ownerId', 'p.title as award', 'a.title'])
    .where('p.activity_id', '=', activityId)
    .orderBy('p.slot')
    .execute()
}
