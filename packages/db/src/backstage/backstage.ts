import { sql, type RawBuilder } from 'kysely'
import type { GridItem } from '@toile/contracts/layouts/grid'
import { OVERVIEW_DAYS, type ArrangedPage, type CountedKind } from '@toile/contracts/backstage/backstage.constants'
import type { Db } from '../client.js'
import { isShown } from '../works/shown-works.js'

export async function arrangementOf(db: Db, userId: string, page: ArrangedPage): Promise<GridItem[]> {
  const row = await db
    .selectFrom('users')
    .select('backstage_layouts')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.backstage_layouts[page] ?? []
}

export async function setArrangement(db: Db, userId: string, page: ArrangedPage, items: GridItem[]): Promise<void> {
  await sql`update users set backstage_layouts = backstage_layouts || ${JSON.stringify({ [page]: items })}::jsonb
    where id = ${userId}`.execute(db)
}

/** Ids begin with the creation time, so filtering by `id` uses the primary key. Works count from their release. */
const counted: Record<CountedKind, (since: Date) => RawBuilder<unknown>> = {
  users: (since) => sql`select created_at as at from users where id >= ${firstId(since)} and deleted_at is null`,
  works: (since) => sql`select released_at as at from works
    where ${isShown()} and released_at >= ${since}`,
  uploads: (since) => sql`select created_at as at from uploads where id >= ${firstId(since)}`,
  renders: (since) => sql`select created_at as at from renders where id >= ${firstId(since)} and deleted_at is null`,
}

/** New rows per UTC day, oldest day first; the last is today. */
export async function countsByDay(db: Db, kind: CountedKind): Promise<number[]> {
  const { rows } = await sql<{ today: Date }>`select date_trunc('day', now(), 'UTC') as today`.execute(db)
  const since = new Date(rows[0]!.today.getTime() - (OVERVIEW_DAYS - 1) * DAY_MS)
  const found = await sql<{ ago: number; count: number }>`
    select (${rows[0]!.today}::timestamptz::date - date_trunc('day', at, 'UTC')::date)::int as ago, count(*)::int as count
    from (${counted[kind](since)}) came group by 1`.execute(db)
  const byAgo = new Map(found.rows.map(({ ago, count }) => [ago, count]))
  return Array.from({ length: OVERVIEW_DAYS }, (_, i) => byAgo.get(OVERVIEW_DAYS - 1 - i) ?? 0)
}

const DAY_MS = 86_400_000
/** Below the ids of all rows created from `since` on, even if clocks differ by a day. So filter by time, too. */
export const firstId = (since: Date) => {
  const hex = (since.getTime() - DAY_MS).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Largest number of 8 kB blocks that are read. They hold about 50,000 files. */
const BLOCKS_READ = 2_000

/** Number and bytes of the files not deleted yet. Estimated from a sample if the table exceeds `blocksRead` blocks. */
export async function storageTotals(
  db: Db,
  blocksRead = BLOCKS_READ,
): Promise<{ files: number; bytes: number; isEstimate: boolean }> {
  const { rows } = await sql<{ blocks: number }>`select pg_relation_size('files') / 8192 as blocks`.execute(db)
  const percent = Math.min(100, (100 * blocksRead) / Math.max(1, rows[0]!.blocks))
  const totals = await sql<{ files: number; bytes: number }>`
    select round(count(*) * 100 / ${percent}::float8)::bigint as files,
      round(coalesce(sum(bytes), 0) * 100 / ${percent}::float8)::bigint as bytes
    from files tablesample system (${percent}::float4) where state <> 'deleted'`.execute(db)
  return { ...totals.rows[0]!, isEstimate: percent < 100 }
}
