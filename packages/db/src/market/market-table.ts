import { sql } from 'kysely'
import type { MarketAccess, MarketCategory } from '@toile/contracts/market/market.constants'
import { contains, type Table } from '../table.js'
import { inState, type BackstageState } from '../courses/courses-table.js'
import type { MarketRow } from './market.js'

/** An item as the back office lists it. */
export interface BackstageMarketRow extends MarketRow {
  updated_at: Date
}

interface Filter {
  q?: string
  state?: BackstageState
  category?: MarketCategory
  access?: MarketAccess
}

export const marketTable: Table<Filter> = {
  columns: sql`m.id, title, intro, description, inline_ids, category, access, licence, image_ids, upload_id, formats,
    triangles, textures_px, downloads, published_at, m.version, m.updated_at, f.id as file_id, u.filename, f.bytes`,
  from: sql`market_items m left join uploads u on u.id = upload_id left join files f on f.id = u.original_file_id`,
  id: sql`m.id`,
  sorts: {
    title: sql`lower(title)`,
    category: sql`category`,
    access: sql`access`,
    bytes: sql`f.bytes`,
    downloads: sql`downloads`,
    publishedAt: sql`published_at`,
    updatedAt: sql`m.updated_at`,
  },
  first: { sort: 'updatedAt', order: 'desc' },
  where: ({ q, state, category, access }) => [
    ...(q ? [contains(q, sql`title`, sql`u.filename`)] : []),
    ...(state ? [inState(state)] : []),
    ...(category ? [sql`category = ${category}`] : []),
    ...(access ? [sql`access = ${access}`] : []),
  ],
}
