import { sql } from 'kysely'
import type { Criterion, Scores } from '@toile/contracts/activities/activities'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { ToileError } from '@toile/contracts/errors'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { contains, findRow, type Table } from '../table.js'
import { moneyText } from './activities.js'
import { recordAudit } from '../audit/audit.js'

export interface JudgedEntry {
  id: string
  activityId: string
  activityTitle: string
  criteria: Criterion[]
  awarded: boolean
  phase: ActivityPhase
  workId: string
  title: string
  ownerId: string
  username: string
  nickname: string
  avatarId: string | null
  ownerGone: boolean
  submittedAt: Date
  version: number
  disqualifiedAt: Date | null
  disqualifiedReason: string | null
  rank: number | null
  currency: string
  awardRank: number | null
  awardTitle: string | null
  bonus: number | null
  scores: {
    ownerId: string
    username: string
    nickname: string
    avatarId: string | null
    gone: boolean
    scores: Scores
  }[]
}

/** Weighted mean of the scores so far, 0 to 100. It is rounded to 12 decimals, so that ties of ranking.ts tie here. */
const score = sql`(select round(sum((k ->> 'weight')::numeric * coalesce((c.scores ->> (k ->> 'id'))::numeric, 0))
    / nullif(count(distinct c.juror_id) * (select sum((w ->> 'weight')::numeric)
      from jsonb_array_elements(a.criteria) w), 0), 12)
  from activity_scores c cross join jsonb_array_elements(a.criteria) k where c.submission_id = s.id)`

const scoresOf = ({ criteria, scores }: Pick<JudgedEntry, 'criteria' | 'scores'>) =>
  scores
    .map(({ nickname, username, scores: given }) => {
      const parts = criteria.map(({ id, title }) => `${title} ${given[id] ?? '-'}`)
      return `${nickname || username}: ${parts.join(', ')}`
    })
    .join('; ')

export const entriesTable: Table<'entries'> = {
  select: sql`s.id, ${score} as "scoreSoFar", coalesce(nullif(u.nickname, ''), u.username::text) as "creatorName",
    s.activity_id as "activityId", a.title as "activityTitle", a.criteria, a.awarded_at is not null as awarded,
    activity_phase(a, now()) as phase, s.work_id as "workId", v.title, v.number as version, w.owner_id as "ownerId",
    u.username, u.nickname, u.avatar_id as "avatarId", u.deleted_at is not null as "ownerGone",
    s.submitted_at as "submittedAt", s.disqualified_at as "disqualifiedAt",
    s.disqualified_reason as "disqualifiedReason", s.rank, a.currency, p.rank as "awardRank", p.title as "awardTitle",
    p.bonus, ${moneyText(sql`a.currency`, sql`p.bonus`)} as "bonusText",
    (select coalesce(jsonb_agg(jsonb_build_object('ownerId', j.id, 'username', j.username, 'nickname', j.nickname,
        'avatarId', j.avatar_id, 'gone', j.deleted_at is not null, 'scores', c.scores) order by j.id), '[]')
      from activity_scores c join users j on j.id = c.juror_id where c.submission_id = s.id) as scores`,
  from: sql`activity_submissions s join activities a on a.id = s.activity_id join works w on w.id = s.work_id
    join users u on u.id = w.owner_id join work_versions v on v.id = s.version_id
    left join activity_awards p on p.submission_id = s.id`,
  id: sql`s.id`,
  sort: {
    submittedAt: sql`s.submitted_at`,
    title: sql`lower(v.title)`,
    activity: sql`lower(a.title)`,
    creator: sql`lower(u.username)`,
    score,
  },
  file: {
    title: 'title',
    creator: 'creatorName',
    activity: 'activityTitle',
    phase: 'phase',
    submittedAt: 'submittedAt',
    version: 'version',
    scores: scoresOf,
    score: 'scoreSoFar',
    rank: 'rank',
    prize: 'awardTitle',
    bonus: 'bonusText',
    standing: sql`case when listed."disqualifiedAt" is null then 'in' else 'out' end`,
    disqualifiedReason: 'disqualifiedReason',
  },
  first: { sort: 'submittedAt', order: 'desc' },
  where: ({ q, activityId, phase, disqualified }) => [
    ...(q ? [contains(q, sql`v.title`, sql`u.username`, sql`u.nickname`)] : []),
    ...(activityId ? [sql`s.activity_id = ${activityId}`] : []),
    ...(phase ? [sql`activity_phase(a, now()) = ${phase}`] : []),
    ...(disqualified ? [sql`(s.disqualified_at is not null) = ${disqualified === 'yes'}`] : []),
  ],
}

export const findJudgedEntry = (db: Db, id: string) => findRow<JudgedEntry>(db, entriesTable, id)

export async function listWinningEntries(db: Db, activityId: string): Promise<JudgedEntry[]> {
  const { rows } = await sql<JudgedEntry>`select ${entriesTable.select} from ${entriesTable.from}
    where s.activity_id = ${activityId} and p.slot is not null order by p.slot`.execute(db)
  return rows
}

interface Held {
  activityId: string
  workId: string
  title: string
  outFor: string | null
}
const actionOn = ({ activityId, workId: work, title }: Held) => ({
  subjectKind: 'activity',
  subjectId: activityId,
  params: { title, work },
})

/** Locks the entry's activity, so that no prizes are awarded meanwhile. */
async function lockEntry(trx: Db, id: string): Promise<Held> {
  const { rows } = await sql<Held & { awarded: boolean }>`
    select s.activity_id as "activityId", s.work_id as "workId", s.disqualified_reason as "outFor",
      a.awarded_at is not null as awarded, a.title
    from activities a
    join activity_submissions s on s.activity_id = a.id where s.id = ${id} for no key update of a`.execute(trx)
  if (!rows[0]) throw new ToileError('NOT_FOUND')
  if (rows[0].awarded) throw new ToileError('ALREADY_AWARDED')
  return rows[0]
}

/** @throws ToileError NOT_FOUND, ALREADY_AWARDED, ENTRY_DISQUALIFIED if the entry is already disqualified */
export async function disqualifyEntry(db: Db, actorId: string, id: string, reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const entry = await lockEntry(trx, id)
    const moved = await sql`with moved as (
        update activity_submissions set disqualified_at = now(), disqualified_reason = ${reason}
        where id = ${id} and disqualified_at is null returning id, 1 as attempt, 1 as version),
      ${eventOfMoved('activity.disqualified')} select id from moved`.execute(trx)
    if (moved.rows.length === 0) throw new ToileError('ENTRY_DISQUALIFIED')
    await recordAudit(trx, {
      ...actionOn(entry),
      actorId,
      action: 'activity.disqualified',
      reason,
      before: { inContest: 'yes' },
      after: { inContest: 'no' },
    })
  })
}

/** @throws ToileError NOT_FOUND, ALREADY_AWARDED, STATE_CONFLICT for an entry that is not disqualified */
export async function reinstateEntry(db: Db, actorId: string, id: string, reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const entry = await lockEntry(trx, id)
    const moved = await sql`with moved as (
        update activity_submissions set disqualified_at = null, disqualified_reason = null
        where id = ${id} and disqualified_at is not null returning id, 1 as attempt, 1 as version),
      ${eventOfMoved('activity.reinstated')} select id from moved`.execute(trx)
    if (moved.rows.length === 0) throw new ToileError('STATE_CONFLICT')
    const { rows } = await sql<{ id: string }>`select id from audit where subject_kind = 'activity'
      and subject_id = ${entry.activityId} and action = 'activity.disqualified' and params ->> 'work' = ${entry.workId}
      order by created_at desc, id desc limit 1`.execute(trx)
    await recordAudit(trx, {
      ...actionOn(entry),
      actorId,
      action: 'activity.reinstated',
      reason,
      before: { inContest: 'no', reason: entry.outFor ?? '' },
      after: { inContest: 'yes' },
      ...(rows[0] && { undoes: rows[0].id }),
    })
  })
}

export async function findEntryOf(
  db: Db,
  { activityId, workId }: { activityId: string; workId: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('activity_submissions')
    .select('id')
    .where('activity_id', '=', activityId)
    .where('work_id', '=', workId)
    .executeTakeFirst()
  return found?.id
}

export function findEntryNotice(db: Db, id: string) {
  return db
    .selectFrom('activity_submissions as s')
    .innerJoin('activities as a', 'a.id', 's.activity_id')
    .innerJoin('works as w', 'w.id', 's.work_id')
    .select(['s.activity_id as activityId', 'a.title', 'w.owner_id as ownerId', 'disqualified_at as disqualifiedAt'])
    .select('disqualified_reason as reason')
    .where('s.id', '=', id)
    .executeTakeFirst()
}
