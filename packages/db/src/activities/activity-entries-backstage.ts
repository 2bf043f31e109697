import { sql } from 'kysely'
import type { Criterion, Scores } from '@toile/contracts/activities/activities'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { ToileError } from '@toile/contracts/errors'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { contains, findRow, readTable, type Table, type TableFilter } from '../table.js'
import { moneyText } from './activities.js'
import { recordAudit } from '../audit/audit.js'

export interface JudgedEntry {
  id: string
  activity_id: string
  activity_title: string
  criteria: Criterion[]
  awarded: boolean
  phase: ActivityPhase
  work_id: string
  title: string
  owner_id: string
  username: string
  nickname: string
  avatar_id: string | null
  owner_gone: boolean
  submitted_at: Date
  /** Number of the frozen version. */
  version: number
  disqualified_at: Date | null
  disqualified_reason: string | null
  rank: number | null
  currency: string
  award_rank: number | null
  award_title: string | null
  bonus: number | null
  scores: {
    juror_id: string
    username: string
    nickname: string
    avatar_id: string | null
    gone: boolean
    scores: Scores
  }[]
}

/** Out of 100 by the points so far, as ranking.ts has it; to twelve decimals equal means are equal. */
const score = sql`(select round(sum((k ->> 'weight')::numeric * coalesce((c.scores ->> (k ->> 'id'))::numeric, 0))
    / nullif(count(distinct c.juror_id) * (select sum((w ->> 'weight')::numeric)
      from jsonb_array_elements(a.criteria) w), 0), 12)
  from activity_scores c cross join jsonb_array_elements(a.criteria) k where c.submission_id = s.id)`

/** What each juror gave: `Jo: Fit 80, Fabric 75`. */
const scoresOf = ({ criteria, scores }: Pick<JudgedEntry, 'criteria' | 'scores'>) =>
  scores
    .map(({ nickname, username, scores: given }) => {
      const parts = criteria.map(({ id, title }) => `${title} ${given[id] ?? '-'}`)
      return `${nickname || username}: ${parts.join(', ')}`
    })
    .join('; ')

/** Works in activities with what each juror gave. */
export const entriesTable: Table<'entries'> = {
  select: sql`s.id, ${score} as score_so_far, coalesce(nullif(u.nickname, ''), u.username::text) as creator_name,
    s.activity_id, a.title as activity_title, a.criteria, a.awarded_at is not null as awarded,
    activity_phase(a, now()) as phase, s.work_id, v.title, v.number as version, w.owner_id, u.username,
    u.nickname, u.avatar_id, u.deleted_at is not null as owner_gone, s.submitted_at, s.disqualified_at,
    s.disqualified_reason, s.rank, a.currency, p.rank as award_rank, p.title as award_title, p.bonus,
    ${moneyText(sql`a.currency`, sql`p.bonus`)} as bonus_text,
    (select coalesce(jsonb_agg(jsonb_build_object('juror_id', j.id, 'username', j.username, 'nickname', j.nickname,
        'avatar_id', j.avatar_id, 'gone', j.deleted_at is not null, 'scores', c.scores) order by j.id), '[]')
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
    creator: 'creator_name',
    activity: 'activity_title',
    phase: 'phase',
    submittedAt: 'submitted_at',
    version: 'version',
    scores: scoresOf,
    score: 'score_so_far',
    rank: 'rank',
    prize: 'award_title',
    bonus: 'bonus_text',
    standing: sql`case when listed.disqualified_at is null then 'in' else 'out' end`,
    disqualifiedReason: 'disqualified_reason',
  },
  first: { sort: 'submittedAt', order: 'desc' },
  where: ({ q, activityId, phase, disqualified }) => [
    ...(q ? [contains(q, sql`v.title`, sql`u.username`, sql`u.nickname`)] : []),
    ...(activityId ? [sql`s.activity_id = ${activityId}`] : []),
    ...(phase ? [sql`activity_phase(a, now()) = ${phase}`] : []),
    ...(disqualified ? [sql`(s.disqualified_at is not null) = ${disqualified === 'yes'}`] : []),
  ],
}

/** Works in activities, a page of the back office; the latest first where no other order is asked for. */
export function listJudgedEntries(db: Db, query: TableFilter<'entries'>) {
  return readTable<JudgedEntry, TableFilter<'entries'>>(db, entriesTable, query)
}

/** One entry; undefined where there is none. */
export function findJudgedEntry(db: Db, id: string): Promise<JudgedEntry | undefined> {
  return findRow<JudgedEntry>(db, entriesTable, id)
}

/** The entries with a prize, in the order of the prizes. */
export async function listWinningEntries(db: Db, activityId: string): Promise<JudgedEntry[]> {
  const { rows } = await sql<JudgedEntry>`select ${entriesTable.select} from ${entriesTable.from}
    where s.activity_id = ${activityId} and p.slot is not null order by p.slot`.execute(db)
  return rows
}

interface Held {
  activity_id: string
  work_id: string
  /** Of the activity. */
  title: string
  /** Why it is out of the contest; null while it is in. */
  out_for: string | null
}
const actionOn = ({ activity_id, work_id: work, title }: Held) => ({
  subjectKind: 'activity',
  subjectId: activity_id,
  params: { title, work },
})

/** Holds the activity of an entry, so that no prizes are given meanwhile. */
async function lockEntry(trx: Db, id: string): Promise<Held> {
  const { rows } = await sql<Held & { awarded: boolean }>`
    select s.activity_id, s.work_id, s.disqualified_reason as out_for, a.awarded_at is not null as awarded, a.title
    from activities a
    join activity_submissions s on s.activity_id = a.id where s.id = ${id} for no key update of a`.execute(trx)
  if (!rows[0]) throw new ToileError('NOT_FOUND')
  if (rows[0].awarded) throw new ToileError('ALREADY_AWARDED')
  return rows[0]
}

/** Takes an entry out of the contest. @throws ToileError NOT_FOUND, ALREADY_AWARDED, ENTRY_DISQUALIFIED */
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

/**
 * Takes a work back into the contest that was taken out.
 * @throws ToileError NOT_FOUND, ALREADY_AWARDED, STATE_CONFLICT where it is in the contest
 */
export async function reinstateEntry(db: Db, actorId: string, id: string, reason: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const entry = await lockEntry(trx, id)
    const moved = await sql`with moved as (
        update activity_submissions set disqualified_at = null, disqualified_reason = null
        where id = ${id} and disqualified_at is not null returning id, 1 as attempt, 1 as version),
      ${eventOfMoved('activity.reinstated')} select id from moved`.execute(trx)
    if (moved.rows.length === 0) throw new ToileError('STATE_CONFLICT')
    const { rows } = await sql<{ id: string }>`select id from audit where subject_kind = 'activity'
      and subject_id = ${entry.activity_id} and action = 'activity.disqualified' and params ->> 'work' = ${entry.work_id}
      order by created_at desc, id desc limit 1`.execute(trx)
    await recordAudit(trx, {
      ...actionOn(entry),
      actorId,
      action: 'activity.reinstated',
      reason,
      before: { inContest: 'no', reason: entry.out_for ?? '' },
      after: { inContest: 'yes' },
      ...(rows[0] && { undoes: rows[0].id }),
    })
  })
}

/** The entry of a work in an activity; undefined where there is none (any more). */
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

interface EntryNotice {
  activity_id: string
  /** Of the activity. */
  title: string
  owner_id: string
  disqualified_at: Date | null
  reason: string | null
}

/** Whom to notify whether their work is in the contest, and since when it is not. */
export async function findEntryNotice(db: Db, id: string): Promise<EntryNotice | undefined> {
  const { rows } =
    await sql<EntryNotice>`select s.activity_id, a.title, w.owner_id, disqualified_at, disqualified_reason as reason
    from activity_submissions s join activities a on a.id = s.activity_id join works w on w.id = s.work_id
    where s.id = ${id}`.execute(db)
  return rows[0]
}
