import { sql, type Kysely } from 'kysely'

/** Queue health: what administrators set, what was measured last, and what each queue did over time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The truth about pause and concurrency; Redis has a copy, which the relay writes.
  await sql`
    create table queue_settings (
      queue text primary key,
      paused boolean not null default false,
      concurrency integer check (concurrency between 1 and 256),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table drained_workers (
      worker_id uuid primary key,
      created_at timestamptz not null default now()
    )`.execute(db)
  // One row a queue, written once a second: what was measured, and where the reading of its events stands.
  await sql`
    create table queue_health (
      queue text primary key,
      health jsonb not null,
      event_id text not null,
      recent jsonb not null default '[]',
      measured_at timestamptz not null default now()
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500)`.execute(db)
  // Sums by minute, drawn together by hour and day. Times are counted in classes, see contracts/queue-times.ts.
  await sql`
    create table queue_history (
      queue text not null,
      span text not null check (span in ('minute', 'hour', 'day')),
      at timestamptz not null,
      arrived integer not null default 0,
      completed integer not null default 0,
      failed integer not null default 0,
      run_seconds double precision not null default 0,
      waits integer[] not null default '{}',
      runs integer[] not null default '{}',
      waiting integer not null default 0,
      oldest_seconds double precision not null default 0,
      workers integer not null default 0,
      primary key (queue, span, at)
    )`.execute(db)
  await sql`create index queue_history_by_age on queue_history (span, at)`.execute(db)
  await sql`
    create table deploys (
      version text primary key,
      seen_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create function add_counts(integer[], integer[]) returns integer[] immutable language sql as $$
      select coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) order by n), '{}')
      from unnest($1, $2) with ordinality as both_of (a, b, n) $$`.execute(db)
  await sql`create aggregate sum_counts(integer[]) (sfunc = add_counts, stype = integer[], initcond = '{}')`.execute(db)
  // The back office shows who did what, the latest first.
  await sql`create index audit_by_time on audit (created_at desc, id)`.execute(db)
}
