import { sql } from 'kysely'
import type { Criterion, Tier } from '@toile/contracts/activities/activities'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '../client.js'
import { rankWorks, sharePrizes, type Prize } from '../ranking.js'
import { isEntryVisible, type Juror } from './activities.js'
import { judgedWorks, type JudgedRow } from './activity-scores.js'

interface StandingRow extends Juror {
  id: string
  workId: string
  title: string
  ownerGone: boolean
  jurors: number
  score: number | null
  rank: number | null
  prize: Pick<Prize, 'rank' | 'title' | 'bonus'> | undefined
}

export interface Standing {
  currency: string
  participants: number
  entrants: number
  disqualified: number
  jurors: (Juror & { scored: number })[]
  /** Entries that count, best first. Before the awards, `prize` is what an entry would get by the scores so far. */
  lines: StandingRow[]
}

/** @throws ToileError NOT_FOUND */
export async function standingOf(db: Db, id: string): Promise<Standing> {
  const { rows } = await sql<Counts>`select currency, criteria, tiers, awarded_at is not null as awarded,
      (select count(*)::int from activity_registrations r where r.activity_id = a.id) as participants,
      (select count(distinct w.owner_id)::int from activity_submissions s join works w on w.id = s.work_id
        where s.activity_id = a.id) as entrants,
      (select count(*)::int from activity_submissions s
        where s.activity_id = a.id and disqualified_at is not null) as disqualified
    from activities a where id = ${id}`.execute(db)
  const activity = rows[0]
  if (!activity) throw new ToileError('NOT_FOUND')
  const { criteria, tiers, awarded, ...counts } = activity
  const works = await judgedWorks(db, id)
  return {
    ...counts,
    jurors: await progressOf(db, id),
    lines: await linesOf(db, id, { criteria, tiers, awarded, works }),
  }
}

interface Counts extends Pick<Standing, 'currency' | 'participants' | 'entrants' | 'disqualified'> {
  criteria: Criterion[]
  tiers: Tier[]
  awarded: boolean
}

async function progressOf(db: Db, id: string): Promise<Standing['jurors']> {
  const { rows } = await sql<Standing['jurors'][number]>`
    select u.id as "ownerId", username, nickname, avatar_id as "avatarId",
      (select count(*)::int from activity_scores c join activity_submissions s on s.id = c.submission_id
        join works w on w.id = s.work_id
        where s.activity_id = ${id} and c.juror_id = u.id and s.disqualified_at is null and ${isEntryVisible}) as scored
    from activity_jurors join users u on u.id = user_id where activity_id = ${id} order by u.id`.execute(db)
  return rows
}

async function linesOf(
  db: Db,
  id: string,
  { criteria, tiers, awarded, works }: Pick<Counts, 'criteria' | 'tiers' | 'awarded'> & { works: readonly JudgedRow[] },
): Promise<StandingRow[]> {
  const byId = new Map(works.map((work) => [work.id, work]))
  const ranked = rankWorks(criteria, works)
  const prizes = awarded ? await prizesOf(db, id) : sharePrizes(tiers, ranked)
  const prizeOf = new Map(prizes.map((prize) => [prize.id, prize]))
  const rows = await db
    .selectFrom('users')
    .select(['id as ownerId', 'username', 'nickname', 'avatar_id as avatarId'])
    .select(sql<boolean>`deleted_at is not null`.as('ownerGone'))
    .where(sql<boolean>`id = any(${works.map((work) => work.ownerId)}::uuid[])`)
    .execute()
  const owners = new Map(rows.map((owner) => [owner.ownerId, owner]))
  return ranked.map(({ id: entryId, rank, score }) => {
    const { workId, title, ownerId, scores } = byId.get(entryId)!
    const owner = owners.get(ownerId)!
    return { ...owner, id: entryId, workId, title, jurors: scores.length, rank, score, prize: prizeOf.get(entryId) }
  })
}

async function prizesOf(db: Db, id: string): Promise<Omit<Prize, 'slot'>[]> {
  const { rows } = await sql<Omit<Prize, 'slot'>>`select submission_id as id, rank, title, bonus from activity_awards
    where activity_id = ${id} order by slot`.execute(db)
  return rows
}

/** Maps entry ids to ranks by the scores so far. Entries without scores are omitted. Ranks are stored at the awards. */
export async function ranksSoFar(db: Db, activities: ReadonlyMap<string, Criterion[]>): Promise<Map<string, number>> {
  const ranks = new Map<string, number>()
  for (const [id, criteria] of activities)
    for (const { id: entryId, rank } of rankWorks(criteria, await judgedWorks(db, id)))
      if (rank !== null) ranks.set(entryId, rank)
  return ranks
}
