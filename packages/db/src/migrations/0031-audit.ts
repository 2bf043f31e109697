import { sql, type Kysely } from 'kysely'

/** Why an operator did something, what it was before and after, and which deed it takes back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit
      add column reason text,
      add column before jsonb,
      add column after jsonb,
      add column undoes uuid references audit (id)`.execute(db)
  // A deed is taken back once.
  await sql`create unique index audit_undone on audit (undoes) where undoes is not null`.execute(db)
}
