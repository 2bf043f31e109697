import { sql } from 'kysely'
import type { Tenant } from '@toile/contracts/tenants/tenants'
import type { Db } from '../client.js'
import { contains, findRow, type Table, type WithDates } from '../table.js'
import { bytesOfTenant, thisMonth } from './tenant-quotas.js'

// Tenants are not public. Administrators see all of them, and members see only their own.

export type TenantRow = WithDates<Tenant, 'suspendedAt' | 'createdAt'>

const members = sql`(select count(*)::int from users where tenant_id = t.id)`
const used = bytesOfTenant(sql`t.id`)
const renders = sql`case when t.renders_month = ${thisMonth} then t.renders_used else 0 end`

export const tenantTable: Table<'tenants'> = {
  select: sql`t.id, t.name, t.contact, ${members} as members,
    jsonb_build_object('usedBytes', ${used}, 'limitBytes', t.storage_bytes) as storage,
    jsonb_build_object('used', ${renders}, 'limit', t.renders_per_month) as renders,
    t.suspended_at as "suspendedAt", t.suspended_reason as "suspendedReason", t.created_at as "createdAt"`,
  from: sql`tenants t`,
  id: sql`t.id`,
  sort: { name: sql`lower(t.name)`, members, storage: used, renders, createdAt: sql`t.created_at` },
  file: {
    name: 'name',
    contact: 'contact',
    members: 'members',
    storage: sql`(listed.storage ->> 'usedBytes')::bigint`,
    storageLimit: sql`(listed.storage ->> 'limitBytes')::bigint`,
    renders: sql`(listed.renders ->> 'used')::int`,
    rendersLimit: sql`(listed.renders ->> 'limit')::int`,
    state: sql`case when listed."suspendedAt" is null then 'active' else 'suspended' end`,
    suspendedReason: 'suspendedReason',
    createdAt: 'createdAt',
  },
  first: { sort: 'createdAt', order: 'desc' },
  where: ({ q, state }) => [
    ...(q ? [contains(q, sql`t.name`, sql`t.contact`)] : []),
    ...(state ? [state === 'suspended' ? sql`t.suspended_at is not null` : sql`t.suspended_at is null`] : []),
  ],
}

export const findTenant = (db: Db, id: string) => findRow<TenantRow>(db, tenantTable, id)

export async function findTenantOf(db: Db, userId: string): Promise<TenantRow | undefined> {
  const person = await db.selectFrom('users').select('tenant_id').where('id', '=', userId).executeTakeFirst()
  return person?.tenant_id ? findTenant(db, person.tenant_id) : undefined
}

export function membersOfTenant(db: Db, tenantId: string) {
  return db
    .selectFrom('users as u')
    .select([
      'u.id',
      sql<string>`coalesce(nullif(u.nickname, ''), u.username::text)`.as('name'),
      'u.username',
      'u.email',
    ])
    .select(
      sql<number>`(select coalesce(sum(bytes), 0)::bigint from files where owner_id = u.id and state <> 'deleted')`.as(
        'usedBytes',
      ),
    )
    .where('u.tenant_id', '=', tenantId)
    .orderBy(sql`lower(u.username::text)`)
    .execute()
}
