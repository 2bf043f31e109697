import { sql, type RawBuilder } from 'kysely'

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

/** Whether anything shows a row of `images`. */
export const isReferenced = sql`(${sql.join(
  imageReferences.map(({ table, column, key, many, only = sql`true` }) => {
    const place = sql.ref(`r.${column}`)
    const holds = key
      ? sql`${place} ->> ${sql.lit(key)} = images.id::text`
      : many
        ? sql`${place} @> array[images.id]`
        : sql`${place} = images.id`
    return sql`exists (select from ${sql.table(table)} r where ${holds} and ${only})`
  }),
  sql` or `,
)})`
