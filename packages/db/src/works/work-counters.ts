import { sql, type RawBuilder } from 'kysely'
import { popularity } from '@toile/contracts/works/works.constants'
import type { Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { isShown } from './shown-works.js'

// A like or view and its counter change in one statement. But forgetViews() deletes views and keeps the counter.

const isPublic = isShown()

/** Idempotent. Returns the number of likes, or undefined if the work is missing, a draft, private or hidden. */
export function likeWork(db: Db, workId: string, userId: string): Promise<number | undefined> {
  return count(
    db,
    workId,
    sql`with changed as (
        insert into work_likes (work_id, user_id)
        select id, ${userId}::uuid from works where id = ${workId} and ${isPublic}
        on conflict do nothing returning work_id),
      moved as (select work_id as id, 1 as attempt, 1 as version from changed),
      ${eventOfMoved('work.liked', { userId })},
      counted as (update work_counters set likes = likes + 1, version = version + 1
        where work_id in (select work_id from changed) returning likes)`,
  )
}

/** Idempotent. Returns the same as likeWork(). */
export function unlikeWork(db: Db, workId: string, userId: string): Promise<number | undefined> {
  return count(
    db,
    workId,
    sql`with changed as (
        delete from work_likes where work_id = ${workId} and user_id = ${userId}
          and exists (select 1 from works where id = ${workId} and ${isPublic}) returning work_id),
      counted as (update work_counters set likes = likes - 1, version = version + 1
        where work_id in (select work_id from changed) returning likes)`,
  )
}

async function count(db: Db, workId: string, change: RawBuilder<unknown>): Promise<number | undefined> {
  const found = await sql<{ likes: number }>`${change}
    select coalesce((select likes from counted), c.likes) as likes
    from work_counters c join works on id = work_id where work_id = ${workId} and ${isPublic}`.execute(db)
  return found.rows[0]?.likes
}

export async function likedBy(
  db: Db,
  userId: string | undefined,
  workIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!userId || workIds.length === 0) return new Set()
  const found = await sql<{ work_id: string }>`select work_id from work_likes
    where user_id = ${userId} and work_id = any(${workIds}::uuid[])`.execute(db)
  return new Set(found.rows.map((row) => row.work_id))
}

/** Counts a viewer once a day, but never the owner, and only for public works. `viewer` is a hash. */
export async function viewWork(
  db: Db,
  { workId, viewer, userId }: { workId: string; viewer: Buffer; userId: string | undefined },
): Promise<void> {
  await sql`with changed as (
      insert into work_views (work_id, day, viewer)
      select id, current_date, ${viewer} from works
      where id = ${workId} and ${isPublic} and owner_id is distinct from ${userId ?? null}::uuid
      on conflict do nothing returning work_id)
    update work_counters set views = views + 1, version = version + 1
    where work_id in (select work_id from changed)`.execute(db)
}

/** Deletes the viewer hashes of the days before yesterday. The counts stay. */
export async function forgetViews(db: Db): Promise<void> {
  await sql`delete from work_views where day < current_date - 1`.execute(db)
}

export interface Counted {
  workId: string
  likes: number
  comments: number
  views: number
  version: number
  shown: boolean
}

export async function dirtyCounters(db: Db, limit: number): Promise<Counted[]> {
  const found = await sql<Counted>`
    select work_id as "workId", likes, comments, views, c.version, ${isPublic} as shown
    from work_counters c join works on id = work_id
    where c.version > published_version order by work_id limit ${limit}`.execute(db)
  return found.rows
}

/**
 * Marks counts as published and updates `popularity`. Likes, comments and views give points. The popularity is the
 * binary logarithm of 1 + the points, plus the release time in units of `halvesAfterDays`. Points therefore count half
 * as much for a work that is one unit older. A featured work ranks as if it were released `ofFeatured` units later.
 * Time alone never changes the order, so pages stay stable.
 */
export async function markCountersPublished(db: Db, published: readonly Counted[]): Promise<void> {
  await sql`update work_counters c set
      published_version = t.version,
      popularity = ln(1 + ${popularity.ofLike}::float8 * c.likes + ${popularity.ofComment}::float8 * c.comments
          + ${popularity.ofView}::float8 * c.views) / ln(2)
        + case when w.featured_at is null then 0 else ${popularity.ofFeatured}::float8 end
        + coalesce(extract(epoch from w.released_at) / 86400 / ${popularity.halvesAfterDays}::float8, 0)
    from unnest(${published.map((row) => row.workId)}::uuid[], ${published.map((row) => row.version)}::bigint[]) as t (id, version)
    join works w on w.id = t.id
    where c.work_id = t.id and c.published_version < t.version`.execute(db)
}
