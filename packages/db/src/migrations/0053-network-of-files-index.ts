import { sql, type Kysely } from 'kysely'

/** What finds the files of a network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists files_of_network on files (network_hash) where network_hash is not null`.execute(
    db,
  )
}
