import { sql, type RawBuilder } from 'kysely'
import type { Db } from './client.js'

interface Reference {
  table: string
  column: string
  /** What of a column of JSON holds the id. */
  key?: string
  /** The column is a list of ids. */
  many?: true
  only?: RawBuilder<unknown>
}

/**
 * Every place that holds ids of pictures which are shown, or may be shown again. A test finds a column that is missing here.
 * One that is a list wants the trigger `hold_images` too.
 */
export const imageReferences: readonly Reference[] = [
  { table: 'users', column: 'avatar_id' },
  { table: 'users', column: 'banner_id' },
  { table: 'works', column: 'cover_id' },
  { table: 'works', column: 'image_ids', many: true },
  { table: 'work_versions', column: 'cover_id' },
  { table: 'work_versions', column: 'image_ids', many: true },
  { table: 'messages', column: 'image_id' },
  { table: 'activities', column: 'banner_id' },
  { table: 'activities', column: 'cover_id' },
  { table: 'activities', column: 'image_ids', many: true },
  { table: 'courses', column: 'cover_id' },
  { table: 'courses', column: 'image_ids', many: true },
  { table: 'course_videos', column: 'image_ids', many: true },
  { table: 'market_items', column: 'image_ids', many: true },
  { table: 'market_items', column: 'inline_ids', many: true },
  // What was reported, as moderators see it.
  { table: 'reports', column: 'evidence', key: 'imageId' },
  // What a moderator took off a profile may be given back.
  { table: 'audit', column: 'before', key: 'avatar_id', only: sql`action = 'user.cleared'` },
  { table: 'audit', column: 'before', key: 'banner_id', only: sql`action = 'user.cleared'` },
]

/**
 * Those of these pictures that something shows. Asked with the ids themselves, of each place by its index: as a condition on
 * rows of `images` Postgres reads all works for each of them (4 ms of 25,000).
 */
export async function shownAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const places = imageReferences.map(({ table, column, key, many, only = sql`true` }) => {
    const place = sql.ref(column)
    const from = sql.table(table)
    if (many) return sql`select unnest(${place}) as id from ${from} where ${place} && ${ids}::uuid[]`
    const held = key ? sql`${place} ->> ${sql.lit(key)}` : place
    return sql`select (${held})::uuid as id from ${from} where ${held} = any(${ids}::${key ? sql`text` : sql`uuid`}[]) and ${only}`
  })
  const found = await sql<{ id: string }>`select distinct id from (${sql.join(places, sql` union all `)}) as shown
    where id = any(${ids}::uuid[])`.execute(db)
  return new Set(found.rows.map(({ id }) => id))
}
