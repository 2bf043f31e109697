import { sql, type InferResult } from 'kysely'
import type { MarketAccess, MarketCategory } from '@toile/contracts/market/market.constants'
import type { Db } from '../client.js'
import { pageByTime, type Page, type PageQuery } from '../cursors.js'
import { queryOf } from '../works/feed.js'

const selectItems = (db: Db) =>
  db
    .selectFrom('market_items')
    .leftJoin('uploads', 'uploads.id', 'upload_id')
    .leftJoin('files', 'files.id', 'uploads.original_file_id')
    .select([
      'market_items.id',
      'title',
      'intro',
      'description',
      'inline_ids as inlineIds',
      'category',
      'access',
      'licence',
      'image_ids as imageIds',
      'upload_id as uploadId',
      'formats',
      'triangles',
      'textures_px as texturesPx',
      'downloads',
      'published_at as publishedAt',
      'market_items.version',
      'files.id as fileId',
      'uploads.filename',
      'files.bytes',
    ])

export type MarketRow = InferResult<ReturnType<typeof selectItems>>[number]

export interface MarketQuery extends PageQuery {
  category?: MarketCategory | undefined
  access?: MarketAccess | undefined
  /** Matches title, introduction, category and formats. */
  q?: string | undefined
}

export async function listMarketItems(db: Db, list: MarketQuery): Promise<Page<MarketRow>> {
  let query = selectItems(db).where('published_at', 'is not', null)
  if (list.category) query = query.where('category', '=', list.category)
  if (list.access) query = query.where('access', '=', list.access)
  if (list.q) query = query.where(sql<boolean>`market_items.search @@ ${queryOf(list.q)}`)
  return pageByTime(query, { at: 'published_at', id: 'market_items.id', timeOf: (row) => row.publishedAt! }, list)
}

export async function findMarketItems(db: Db, ids: string[]): Promise<MarketRow[]> {
  return ids.length ? selectItems(db).where('market_items.id', 'in', ids).execute() : []
}

export function findMarketItem(db: Db, id: string) {
  return selectItems(db).where('market_items.id', '=', id).executeTakeFirst()
}

export type OfferedFile = NonNullable<Awaited<ReturnType<typeof findOfferedFile>>>

/** The original file of an administrator's upload; undefined for other users' uploads. */
export function findOfferedFile(db: Db, uploadId: string) {
  return db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'original_file_id')
    .innerJoin('users', 'users.id', 'uploads.owner_id')
    .select([
      'uploads.kind',
      'stage',
      'filename',
      'files.key',
      'files.bytes',
      'facts',
      'proprietary_format as proprietaryFormat',
    ])
    .where('uploads.id', '=', uploadId)
    .where('users.group', '=', 'admin')
    .executeTakeFirst()
}

/** Repeated downloads of an item by the same user count once. */
export async function countDownload(db: Db, { itemId, userId }: { itemId: string; userId: string }): Promise<void> {
  await sql`with counted as (insert into market_downloads (item_id, user_id) values (${itemId}, ${userId})
      on conflict do nothing returning item_id)
    update market_items set downloads = downloads + 1 where id in (select item_id from counted)`.execute(db)
}
