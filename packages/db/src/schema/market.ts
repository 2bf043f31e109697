import type { Generated } from 'kysely'
import type { MarketAccess, MarketCategory } from '@toile/contracts/market/market.constants'

interface MarketItems {
  id: string
  title: Generated<string>
  /** Plain text. */
  intro: Generated<string>
  /** HTML. */
  description: Generated<string>
  /** Images in the description. */
  inline_ids: Generated<string[]>
  category: Generated<MarketCategory>
  access: Generated<MarketAccess>
  licence: Generated<string>
  image_ids: Generated<string[]>
  /** A model, or a file offered as it is. */
  upload_id: string | null
  formats: Generated<string[]>
  triangles: number | null
  /** The longest side of each texture in pixels, largest first. */
  textures_px: Generated<number[]>
  downloads: Generated<number>
  search: Generated<string>
  published_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface MarketDownloads {
  item_id: string
  user_id: string
  created_at: Generated<Date>
}

export interface MarketTables {
  market_items: MarketItems
  market_downloads: MarketDownloads
}
