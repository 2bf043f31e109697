import { sql, type Kysely } from 'kysely'

/** Analytics: what pages were looked at and for how long, and what came to this Toile hour by hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Sums, never single views: a row for each page, hour (and day) and for who was signed in. Times are counted in
  // classes, see contracts/view-times.ts.
  await sql`
    create table page_views (
      span text not null check (span in ('hour', 'day')),
      at timestamptz not null,
      path text not null,
      signed_in boolean not null,
      views integer not null,
      referred integer not null,
      times integer[] not null,
      primary key (span, at, path, signed_in)
    ) with (fillfactor = 70)`.execute(db)
  // One row: up to where the views that wait in Redis are in these sums. Written with them, so none counts twice.
  await sql`
    create table page_view_place (
      one boolean primary key default true check (one),
      place text not null
    )`.execute(db)
  await sql`insert into page_view_place (place) values ('0-0')`.execute(db)
  await sql`
    create table hourly_figures (
      at timestamptz primary key,
      users integer not null,
      uploads integer not null,
      renders_finished integer not null,
      renders_failed integer not null,
      storage_bytes bigint
    )`.execute(db)
}
