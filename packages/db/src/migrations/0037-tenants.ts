import { sql, type Kysely } from 'kysely'

/** Studios and brands: what their members share (bytes of storage, renders of a month), and whether they are suspended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants
      add column contact text not null default '' check (length(contact) <= 800),
      add column storage_bytes bigint not null default 107374182400 check (storage_bytes >= 0),
      add column renders_per_month integer not null default 1000 check (renders_per_month >= 0),
      add column renders_month date not null default '2000-01-01',
      add column renders_used integer not null default 0,
      add column suspended_at timestamptz,
      add column suspended_reason text check (length(suspended_reason) <= 2000),
      add constraint tenants_suspended_why check ((suspended_at is null) = (suspended_reason is null))`.execute(db)
  await sql`create index users_of_tenant on users (tenant_id) where tenant_id is not null`.execute(db)
}
