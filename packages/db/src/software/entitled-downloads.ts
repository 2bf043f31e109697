import { sql } from 'kysely'
import type { Db } from '../client.js'
import { idCursor, pageOf } from '../cursors.js'
import { findMarketItems, type MarketRow } from '../market/market.js'
import { findPackages, type PackageRow } from './software.js'

export interface EntitledDownloadsPage {
  packages: PackageRow[]
  marketItems: MarketRow[]
  nextCursor: string | null
}

/** Published packages and market items that an S code unlocks, in one list, newest first. */
export async function listEntitledDownloads(
  db: Db,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<EntitledDownloadsPage> {
  const before = idCursor(cursor)
  const { rows } = await sql<{ id: string }>`select id from (
      select id from packages where needs_code and withdrawn_at is null
      union all select id from market_items where access = 'entitled' and published_at is not null) unlocked
    ${before ? sql`where id < ${before}` : sql``} order by id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ id }) => [id])
  const ids = page.items.map(({ id }) => id)
  const newestFirst = (one: { id: string }, other: { id: string }) => (one.id < other.id ? 1 : -1)
  return {
    packages: (await findPackages(db, ids)).sort(newestFirst),
    marketItems: (await findMarketItems(db, ids)).sort(newestFirst),
    nextCursor: page.nextCursor,
  }
}
