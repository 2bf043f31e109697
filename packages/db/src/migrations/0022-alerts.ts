import { sql, type Kysely } from 'kysely'

/** What administrators must know at once, and the signs from which that is judged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alerts (
      id uuid primary key,
      kind text not null,
      queue text not null default '',
      params jsonb not null default '{}',
      opened_at timestamptz not null default now(),
      acknowledged_at timestamptz,
      acknowledged_by uuid,
      closed_at timestamptz,
      updated_at timestamptz not null default now(),
      version integer not null default 1,
      told_version integer not null default 0,
      tell_tries integer not null default 0,
      tell_at timestamptz not null default now()
    )`.execute(db)
  // One of a kind and a queue at a time, whoever races.
  await sql`create unique index alerts_open on alerts (kind, queue) where closed_at is null`.execute(db)
  await sql`create index alerts_by_time on alerts (opened_at desc, id)`.execute(db)
  await sql`create index alerts_to_tell on alerts (tell_at) where told_version < version`.execute(db)
  // Whether each sign is there, and since when.
  await sql`
    create table alert_signs (
      kind text not null,
      queue text not null default '',
      bad boolean not null,
      since timestamptz not null default now(),
      primary key (kind, queue)
    )`.execute(db)
}
