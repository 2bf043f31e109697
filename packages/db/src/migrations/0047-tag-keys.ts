import { sql, type Kysely } from 'kysely'

/** Finds works by a tag however it is written; works of before too, whose tags stay as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index works_tag_keys on works using gin (tag_keys(tags)) with (fastupdate = off)`.execute(db)
}
