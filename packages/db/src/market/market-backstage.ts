import { sql } from 'kysely'
import type { MarketAccess, MarketCategory } from '@toile/contracts/market/market.constants'
import { inTransaction, type Db } from '../client.js'
import { showFilesOf } from '../works/shown-files.js'

export interface MarketFields {
  title?: string | undefined
  intro?: string | undefined
  description?: string | undefined
  inline_ids?: string[] | undefined
  category?: MarketCategory | undefined
  access?: MarketAccess | undefined
  licence?: string | undefined
  image_ids?: string[] | undefined
  upload_id?: string | undefined
  formats?: string[] | undefined
  triangles?: number | null | undefined
  textures_px?: number[] | undefined
}

export async function insertMarketItem(db: Db, id: string, fields: MarketFields): Promise<void> {
  await db
    .insertInto('market_items')
    .values({ id, ...fields })
    .execute()
}

/** State of an item for the audit log. Locks the item until the transaction ends. */
export async function marketFacts(trx: Db, id: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`select title, intro, description, category, access, licence,
      image_ids as pictures, upload_id as "uploadId", formats, triangles, textures_px as "texturesPx",
      published_at is not null as published
    from market_items where id = ${id} for no key update`.execute(trx)
  return rows[0]
}

const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }

export function updateMarketItem(db: Db, id: string, fields: MarketFields): Promise<boolean> {
  return change(db, id, async (trx) => {
    await trx
      .updateTable('market_items')
      .set({ ...fields, ...touched })
      .where('id', '=', id)
      .execute()
  })
}

/** Returns false if there is no such item or nothing changes. */
export function showMarketItem(db: Db, id: string, isShown: boolean): Promise<boolean> {
  // Truncated to milliseconds, because the list's cursor has no finer precision.
  const at = isShown ? sql<Date>`date_trunc('milliseconds', now())` : null
  return change(db, id, async (trx) => {
    const moved = await trx
      .updateTable('market_items')
      .set({ published_at: at, ...touched })
      .where('id', '=', id)
      .where('published_at', isShown ? 'is' : 'is not', null)
      .executeTakeFirst()
    return moved.numUpdatedRows === 1n
  })
}

/** Deletes an item, but not its uploaded file. Returns false if the item is published or does not exist. */
export function deleteMarketItem(db: Db, id: string): Promise<boolean> {
  return change(db, id, async (trx) => {
    const gone = await trx
      .deleteFrom('market_items')
      .where('id', '=', id)
      .where('published_at', 'is', null)
      .executeTakeFirst()
    return gone.numDeletedRows === 1n
  })
}

/**
 * Locks the item, runs `work`, and makes the item's old and new images public or private. Returns false if there is no
 * such item or `work` returns false.
 */
function change(db: Db, id: string, work: (trx: Db) => Promise<boolean | void>): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const pictures = () =>
      trx
        .selectFrom('market_items')
        .select(sql<string[]>`image_ids || inline_ids`.as('ids'))
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    const before = await pictures()
    if (!before || (await work(trx)) === false) return false
    await showFilesOf(trx, { uploads: [], images: [...before.ids, ...((await pictures())?.ids ?? [])] })
    return true
  })
}
