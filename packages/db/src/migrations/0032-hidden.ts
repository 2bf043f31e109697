import { sql, type Kysely } from 'kysely'

/** What an operator took from everybody's sight, with why and who (by no reference, as in the audit); and what is recommended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const hidden = sql`add column hidden_at timestamptz,
    add column hidden_by uuid,
    add column hidden_reason text`
  await sql`alter table works ${hidden}, add column featured_at timestamptz`.execute(db)
  await sql`alter table comments ${hidden}`.execute(db)
  // Few of each: what is filtered by them costs what it shows.
  await sql`create index works_hidden on works (hidden_at desc) where hidden_at is not null`.execute(db)
  await sql`create index works_featured on works (featured_at desc) where featured_at is not null`.execute(db)
  await sql`create index comments_hidden on comments (hidden_at desc) where hidden_at is not null`.execute(db)
}
