import { sql, type Kysely } from 'kysely'

/** Of what is sent without a proven address: its network as a keyed hash, for a day. Many accounts of one share what they may send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column network_hash bytea`.execute(db)
}
