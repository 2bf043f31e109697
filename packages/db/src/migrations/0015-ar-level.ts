import { sql, type Kysely } from 'kysely'

/** A level of a model without any packing, for AR viewers that have no decoders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column ar_file_id uuid references files`.execute(db)
}
