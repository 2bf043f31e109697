import { sql, type Kysely } from 'kysely'

/** What set an event off, for those who look into it: a call of the API, and the event whose job wrote this one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add column request_id uuid, add column caused_by uuid, add column traceparent text`.execute(db)
  // Of events from before it holds nothing, so that making it is one look through 90 days of events.
  await sql`create index events_of_request on events (request_id) where request_id is not null`.execute(db)
}
