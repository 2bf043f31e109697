import { sql } from 'kysely'
import type { GridItem } from '@toile/contracts/layouts/grid'
import type { creatorSorts } from '@toile/contracts/users/creators.constants'
import { inTransaction, type Db } from '../client.js'
import { idCursor, numberCursor, pageOf, placeCursor } from '../cursors.js'
import { eventOfMoved } from '../events.js'
import { queryOf } from '../works/feed.js'
import { isShown } from '../works/shown-works.js'
import { selectCards, type WorkCardRow } from '../works/work-cards.js'

const cardColumns = [
  'users.id as ownerId',
  'username',
  'nickname',
  'avatar_id as avatarId',
  'occupation',
  'followers',
  'following',
  'featured_since as featuredSince',
] as const

/** Number of followers, plus a billion for featured users. Must equal the expression of the index `users_by_rank`. */
const rank = sql<number>`(followers + case when featured_since is null then 0 else 1000000000 end)`

export type CreatorRow = Awaited<ReturnType<typeof listCreators>>['items'][number]

/** Users with released public works, sorted by rank (featured users first, then by followers) or by newest account. */
export async function listCreators(
  db: Db,
  list: {
    sort: (typeof creatorSorts)[number]
    q?: string | undefined
    limit: number
    cursor?: string | undefined
  },
) {
  const works = sql`select true from works w where w.owner_id = users.id and ${isShown('w')}`
  // For `exists`, Postgres may join the works of all creators up to the page. A search still uses it, because with the
  // other form Postgres sorted all matching users (8 instead of 0.4 ms for 5,000).
  let query = db
    .selectFrom('users')
    .select(cardColumns)
    .where('users.deleted_at', 'is', null)
    .where(list.q ? sql<boolean>`exists (${works})` : sql<boolean>`(${works} limit 1)`)
    .limit(list.limit + 1)
  if (list.q) query = query.where(sql<boolean>`users.search @@ ${queryOf(list.q)}`)
  if (list.sort === 'newest') {
    const before = idCursor(list.cursor)
    if (before) query = query.where('users.id', '<', before)
    return pageOf(await query.orderBy('users.id', 'desc').execute(), list.limit, (row) => [row.ownerId])
  }
  const before = numberCursor(list.cursor)
  if (before) query = query.where(sql<boolean>`(${rank}, users.id) < (${before.value}, ${before.id}::uuid)`)
  const rows = await query.select(rank.as('rank')).orderBy(rank, 'desc').orderBy('users.id', 'desc').execute()
  return pageOf(rows, list.limit, (row) => [row.rank, row.ownerId])
}

export function newestWorksOf(
  db: Db,
  { ownerIds, each, viewerId }: { ownerIds: readonly string[]; each: number; viewerId: string | undefined },
): Promise<WorkCardRow[]> {
  return selectCards(db, viewerId)
    .where(
      sql<boolean>`works.id in (
        select n.id from unnest(${ownerIds}::uuid[]) as o (id) cross join lateral (
          select id from works where owner_id = o.id and ${isShown()}
          order by released_at desc, id desc limit ${each}) n)`,
    )
    .orderBy('released_at', 'desc')
    .execute()
}

const shown = sql`w.owner_id = users.id and ${isShown('w')}`

export function findCreator(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select([
      ...cardColumns,
      'company',
      'location',
      'website',
      'description',
      'banner_id as bannerId',
      'layout',
      'users.created_at as createdAt',
      sql<number>`(select count(*)::int from works w where ${shown})`.as('works'),
      sql<number>`(select coalesce(sum(c.views), 0)::int from works w join work_counters c on c.work_id = w.id
        where ${shown})`.as('projectViews'),
      sql<number>`(select coalesce(sum(c.likes), 0)::int from works w join work_counters c on c.work_id = w.id
        where ${shown})`.as('appreciations'),
    ])
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function listFollows(
  db: Db,
  list: { of: string; side: 'followers' | 'following'; limit: number; cursor?: string | undefined },
) {
  const before = placeCursor(list.cursor)
  const [mine, theirs] =
    list.side === 'followers' ? (['followee_id', 'follower_id'] as const) : (['follower_id', 'followee_id'] as const)
  // The cursor has microseconds, because Postgres can use the index for the time as stored, but not for a rounded one.
  let query = db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', theirs)
    .select([...cardColumns, sql<number>`(extract(epoch from follows.created_at) * 1000000)::bigint`.as('micros')])
    .where(mine, '=', list.of)
    .limit(list.limit + 1)
  if (before)
    query = query.where(
      sql<boolean>`(follows.created_at, ${sql.ref(theirs)})
        < (timestamptz 'epoch' + ${before.value}::float8 * interval '1 microsecond', ${before.key}::uuid)`,
    )
  const rows = await query.orderBy('follows.created_at', 'desc').orderBy(theirs, 'desc').execute()
  return pageOf(rows, list.limit, (row) => [row.micros, row.ownerId])
}

export async function followedBy(
  db: Db,
  userId: string | undefined,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!userId || ids.length === 0) return new Set()
  const found = await db
    .selectFrom('follows')
    .select('followee_id')
    .where('follower_id', '=', userId)
    .where(sql<boolean>`followee_id = any(${ids}::uuid[])`)
    .execute()
  return new Set(found.map((row) => row.followee_id))
}

/** Follows or unfollows a user; idempotent. Returns the number of followers; undefined if there is no such user. */
export function setFollow(db: Db, followerId: string, followeeId: string, on: boolean): Promise<number | undefined> {
  return inTransaction(db, async (trx) => {
    // Locks both users in the order of their ids, so that two users following each other cannot deadlock.
    const both = await sql<{ id: string; followers: number }>`select id, followers from users
      where id in (${followerId}, ${followeeId}) and deleted_at is null order by id for no key update`.execute(trx)
    const followee = both.rows.find((row) => row.id === followeeId)
    if (!followee) return undefined
    const change = on
      ? sql`insert into follows (follower_id, followee_id) values (${followerId}, ${followeeId})
          on conflict do nothing returning followee_id as id, 1 as attempt, 1 as version`
      : sql`delete from follows where follower_id = ${followerId} and followee_id = ${followeeId}
          returning followee_id as id, 1 as attempt, 1 as version`
    const event = on ? sql`, ${eventOfMoved('user.followed', { userId: followerId })}` : sql``
    const changed = await sql`with moved as (${change})${event} select id from moved`.execute(trx)
    if (changed.rows.length === 0) return followee.followers
    const by = on ? 1 : -1
    await sql`update users set followers = followers + ${by} where id = ${followeeId}`.execute(trx)
    await sql`update users set following = following + ${by} where id = ${followerId}`.execute(trx)
    return followee.followers + by
  })
}

export async function setLayout(db: Db, userId: string, items: readonly GridItem[]): Promise<void> {
  await db
    .updateTable('users')
    .set({ layout: JSON.stringify(items) })
    .where('id', '=', userId)
    .execute()
}
