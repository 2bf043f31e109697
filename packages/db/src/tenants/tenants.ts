import { sql } from 'kysely'
import type { Db } from '../client.js'
import { contains, findRow, readTable, type Table, type TableFilter } from '../table.js'
import { bytesOfTenant, thisMonth } from './tenant-quotas.js'

// Tenants as they are read. Nothing of them is public: administrators see all, members their own.

export interface TenantRow {
  id: string
  name: string
  contact: string
  members: number
  used_bytes: number
  storage_bytes: number
  renders_used: number
  renders_per_month: number
  suspended_at: Date | null
  suspended_reason: string | null
  created_at: Date
}

const members = sql`(select count(*)::int from users where tenant_id = t.id)`
const used = bytesOfTenant(sql`t.id`)
const renders = sql`case when t.renders_month = ${thisMonth} then t.renders_used else 0 end`

/** The list of tenants in the back office. */
export const tenantTable: Table<'tenants'> = {
  select: sql`t.id, t.name, t.contact, ${members} as members, ${used} as used_bytes, t.storage_bytes,
    ${renders} as renders_used, t.renders_per_month, t.suspended_at, t.suspended_reason, t.created_at`,
  from: sql`tenants t`,
  id: sql`t.id`,
  sort: { name: sql`lower(t.name)`, members, storage: used, renders, createdAt: sql`t.created_at` },
  file: {
    name: 'name',
    contact: 'contact',
    members: 'members',
    storage: 'used_bytes',
    storageLimit: 'storage_bytes',
    renders: 'renders_used',
    rendersLimit: 'renders_per_month',
    state: sql`case when listed.suspended_at is null then 'active' else 'suspended' end`,
    suspendedReason: 'suspended_reason',
    createdAt: 'created_at',
  },
  first: { sort: 'createdAt', order: 'desc' },
  where: ({ q, state }) => [
    ...(q ? [contains(q, sql`t.name`, sql`t.contact`)] : []),
    ...(state ? [state === 'suspended' ? sql`t.suspended_at is not null` : sql`t.suspended_at is null`] : []),
  ],
}

export function listTenants(db: Db, query: TableFilter<'tenants'>): Promise<{ items: TenantRow[]; total: number }> {
  return readTable<TenantRow, TableFilter<'tenants'>>(db, tenantTable, query)
}

export function findTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  return findRow<TenantRow>(db, tenantTable, id)
}

/** The tenant that a person is in. */
export async function findTenantOf(db: Db, userId: string): Promise<TenantRow | undefined> {
  const person = await db.selectFrom('users').select('tenant_id').where('id', '=', userId).executeTakeFirst()
  return person?.tenant_id ? findTenant(db, person.tenant_id) : undefined
}

export interface PersonRow {
  id: string
  name: string
  username: string
  email: string | null
}

const person = sql`u.id, coalesce(nullif(u.nickname, ''), u.username::text) as name, u.username, u.email`

/** The members of a tenant by name, with what each of them takes. */
export async function membersOfTenant(db: Db, tenantId: string): Promise<(PersonRow & { used_bytes: number })[]> {
  const found = await sql<PersonRow & { used_bytes: number }>`select ${person},
      (select coalesce(sum(bytes), 0)::bigint from files where owner_id = u.id and state <> 'deleted') as used_bytes
    from users u where u.tenant_id = ${tenantId} order by lower(u.username::text)`.execute(db)
  return found.rows
}
