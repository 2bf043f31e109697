import { sql, type Kysely } from 'kysely'

/** Who is shut out, why and until when; when people were last here; and whom operators show first among creators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column banned_at timestamptz,
    add column banned_until timestamptz,
    add column ban_reason text not null default '',
    add column seen_at timestamptz,
    add column featured_since timestamptz,
    add constraint users_ban_check check (banned_at is not null or (banned_until is null and ban_reason = ''))`.execute(
    db,
  )
  await sql`update users set seen_at = (select max(s.last_seen_at) from sessions s where s.user_id = users.id)
    where exists (select from sessions s where s.user_id = users.id)`.execute(db)
  // As queries/creators.ts orders people: those whom operators feature stand before all others.
  await sql`create index users_by_rank on users (
      (followers + case when featured_since is null then 0 else 1000000000 end) desc, id desc)
    where deleted_at is null`.execute(db)
}
