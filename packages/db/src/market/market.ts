import { sql } from 'kysely'
import type { MarketContents } from '@toile/contracts/market/market'
import type { MarketAccess, MarketCategory } from '@toile/contracts/market/market.constants'
import type { UploadKind, UploadStage } from '@toile/contracts/uploads/uploads.constants'
import type { ModelFacts } from '@toile/contracts/models/models'
import type { Db } from '../client.js'
import { pageOf, timeCursor, type Page } from '../cursors.js'
import { queryOf } from '../works/feed.js'

export interface MarketRow {
  id: string
  title: string
  intro: string
  description: string
  inline_ids: string[]
  category: MarketCategory
  access: MarketAccess
  licence: string
  image_ids: string[]
  upload_id: string | null
  formats: string[]
  triangles: number | null
  textures_px: number[]
  downloads: number
  published_at: Date | null
  version: number
  /** Of the file as it was sent; null while there is none. */
  file_id: string | null
  filename: string | null
  bytes: number | null
}

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
      'inline_ids',
      'category',
      'access',
      'licence',
      'image_ids',
      'upload_id',
      'formats',
      'triangles',
      'textures_px',
      'downloads',
      'published_at',
      'market_items.version',
      'files.id as file_id',
      'uploads.filename',
      'files.bytes',
    ])

export interface MarketQuery {
  category?: MarketCategory | undefined
  access?: MarketAccess | undefined
  /** Words of title, introduction, category or formats. */
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** Published items, the latest first. */
export async function listMarketItems(db: Db, list: MarketQuery): Promise<Page<MarketRow>> {
  const before = timeCursor(list.cursor)
  let query = selectItems(db).where('published_at', 'is not', null)
  if (list.category) query = query.where('category', '=', list.category)
  if (list.access) query = query.where('access', '=', list.access)
  if (list.q) query = query.where(sql<boolean>`market_items.search @@ ${queryOf(list.q)}`)
  if (before) query = query.where(sql<boolean>`(published_at, market_items.id) < (${before.at}, ${before.id}::uuid)`)
  const rows = await query
    .orderBy('published_at', 'desc')
    .orderBy('market_items.id', 'desc')
    .limit(list.limit + 1)
    .execute()
  return pageOf(rows, list.limit, (row) => [row.published_at!.getTime(), row.id])
}

/** Those items, in no order. */
export async function findMarketItems(db: Db, ids: string[]): Promise<MarketRow[]> {
  return ids.length ? selectItems(db).where('market_items.id', 'in', ids).execute() : []
}

export function findMarketItem(db: Db, id: string): Promise<MarketRow | undefined> {
  return selectItems(db).where('market_items.id', '=', id).executeTakeFirst()
}

/** What an item may be made of: an upload whose file is whole, with what was measured of a model. */
export interface OfferedFile {
  kind: UploadKind
  stage: UploadStage
  filename: string
  key: string
  bytes: number
  facts: ModelFacts | null
  closed_format: string | null
}

/** The file of an upload that an administrator sent; undefined for anybody else's. */
export function findOfferedFile(db: Db, uploadId: string): Promise<OfferedFile | undefined> {
  return db
    .selectFrom('uploads')
    .innerJoin('files', 'files.id', 'original_file_id')
    .innerJoin('users', 'users.id', 'uploads.owner_id')
    .select(['uploads.kind', 'stage', 'filename', 'files.key', 'files.bytes', 'facts', 'closed_format'])
    .where('uploads.id', '=', uploadId)
    .where('users.group', '=', 'admin')
    .executeTakeFirst()
}

/** Counts a download once a person, whoever presses how often. */
export async function countDownload(db: Db, { itemId, userId }: { itemId: string; userId: string }): Promise<void> {
  await sql`with counted as (insert into market_downloads (item_id, user_id) values (${itemId}, ${userId})
      on conflict do nothing returning item_id)
    update market_items set downloads = downloads + 1 where id in (select item_id from counted)`.execute(db)
}

/** The contents as the contract has them. */
export function contentsOf({ formats, triangles, textures_px: texturesPx }: MarketRow): MarketContents {
  return { formats, triangles, texturesPx }
}
