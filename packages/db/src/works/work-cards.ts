import { sql, type InferResult } from 'kysely'
import type { Db } from '../client.js'
import { builtOnce } from '../memoize-query.js'
import { isShown } from './shown-works.js'

const fromCards = (db: Db) =>
  db
    .selectFrom('works')
    .innerJoin('users', 'users.id', 'works.owner_id')
    .innerJoin('work_counters', 'work_counters.work_id', 'works.id')
    .leftJoin('images as cover', 'cover.id', 'works.cover_id')
    .leftJoin('images as avatar', 'avatar.id', 'users.avatar_id')

const selectShown = builtOnce((db) =>
  fromCards(db).select([
    'works.id',
    'works.owner_id as ownerId',
    'title',
    'visibility',
    'works.state',
    'released_at as releasedAt',
    'works.hidden_at as hiddenAt',
    'works.hidden_reason as hiddenReason',
    'works.featured_at as featuredAt',
    'works.created_at as createdAt',
    'users.username',
    'users.nickname',
    'avatar.variants as avatarVariants',
    'likes',
    'comments',
    'views',
    'cover.id as coverId',
    'cover.purpose as coverPurpose',
    'cover.status as coverStatus',
    'cover.width as coverWidth',
    'cover.height as coverHeight',
    'cover.blurhash as coverBlurhash',
    'cover.angle as coverAngle',
    'cover.variants as coverVariants',
    'cover.version as coverVersion',
  ]),
)

/** Cards with the viewer's likes. Callers add conditions, an order and a limit. */
export const selectCards = (db: Db, viewerId: string | undefined) =>
  selectShown(db).select(isLiked(viewerId).as('liked'))

// For visitors, this is the constant `false`. If it were the same query with a null parameter, custom plans would skip
// the likes and look cheaper than the generic plan, so Postgres would plan every call anew.
const isLiked = (viewerId: string | undefined) =>
  viewerId
    ? sql<boolean>`exists (select from work_likes l where l.work_id = works.id and l.user_id = ${viewerId})`
    : sql<boolean>`false`

/** Changes with each write to the work, its creator, its cover or the creator's avatar, but not with the counters. */
const revision = sql<string>`concat_ws('.', works.xmin, users.xmin, cover.xmin, avatar.xmin)`

/** Omits works that are not public. `liked` is always false. */
export function findCards(db: Db, ids: readonly string[]) {
  return selectCards(db, undefined)
    .select(revision.as('revision'))
    .where(sql<boolean>`works.id = any(${ids}::uuid[])`)
    .where(isShown())
    .execute()
}

const selectRevisions = builtOnce((db) =>
  fromCards(db).select([
    'works.id',
    // The time in milliseconds, which is the precision of the cursor.
    sql<number>`floor(extract(epoch from released_at) * 1000)::float8`.as('releasedAtMs'),
    'popularity',
    'likes',
    'comments',
    'views',
    revision.as('revision'),
  ]),
)

/** Selects each card's revision but not the card, which is read only if the cache does not have this revision. */
export const selectListed = (db: Db, viewerId: string | undefined) =>
  selectRevisions(db).select(isLiked(viewerId).as('liked'))

export type WorkCardRow = InferResult<ReturnType<typeof selectCards>>[number]
export type ListedWork = InferResult<ReturnType<typeof selectListed>>[number]
