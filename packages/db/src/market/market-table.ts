import { sql } from 'kysely'
import { contains, type Table } from '../table.js'
import { inState } from '../courses/courses-table.js'
import type { MarketRow } from './market.js'

export interface BackstageMarketRow extends MarketRow {
  updatedAt: Date
}

export const marketTable: Table<'market'> = {
  select: sql`m.id, title, intro, description, inline_ids as "inlineIds", category, access, licence,
    image_ids as "imageIds", upload_id as "uploadId", formats, triangles, textures_px as "texturesPx", downloads,
    published_at as "publishedAt", m.version, m.updated_at as "updatedAt", f.id as "fileId", u.filename, f.bytes`,
  from: sql`market_items m left join uploads u on u.id = upload_id left join files f on f.id = u.original_file_id`,
  id: sql`m.id`,
  sort: {
    title: sql`lower(title)`,
    category: sql`category`,
    access: sql`access`,
    bytes: sql`f.bytes`,
    downloads: sql`downloads`,
    publishedAt: sql`published_at`,
    updatedAt: sql`m.updated_at`,
  },
  file: {
    title: 'title',
    category: 'category',
    access: 'access',
    formats: 'formats',
    bytes: 'bytes',
    downloads: 'downloads',
    publishedAt: 'publishedAt',
    updatedAt: 'updatedAt',
  },
  first: { sort: 'updatedAt', order: 'desc' },
  where: ({ q, state, category, access }) => [
    ...(q ? [contains(q, sql`title`, sql`u.filename`)] : []),
    ...(state ? [inState(state)] : []),
    ...(category ? [sql`category = ${category}`] : []),
    ...(access ? [sql`access = ${access}`] : []),
  ],
}
