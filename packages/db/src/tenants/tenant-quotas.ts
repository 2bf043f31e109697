import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '../client.js'

// Functions that lock both the user and the tenant lock the user first, to avoid deadlocks.

/** First day of the current UTC month. The renders of a tenant are counted per month. */
export const thisMonth = sql`date_trunc('month', now() at time zone 'utc')::date`

/** Bytes of all members' files. An unfinished upload counts in full. @param tenant SQL expression of the tenant's id */
export const bytesOfTenant = (tenant: ReturnType<typeof sql>) => sql`(select coalesce(sum(f.bytes), 0)::bigint
  from users m join files f on f.owner_id = m.id and f.state <> 'deleted' where m.tenant_id = ${tenant})`

interface HeldTenant {
  id: string
  storage_bytes: number
  renders_per_month: number
  suspended_reason: string | null
}

const suspended = (reason: string) => new ToileError('TENANT_SUSPENDED', { params: { reason } })

/** Locks the user, then the tenant: concurrent members cannot exceed its limits. @throws ToileError TENANT_SUSPENDED */
async function lockTenantOf(trx: Db, userId: string): Promise<HeldTenant | undefined> {
  const person = await sql<{ tenant_id: string | null }>`select tenant_id from users where id = ${userId}
    for no key update`.execute(trx)
  const tenantId = person.rows[0]?.tenant_id
  if (!tenantId) return undefined
  const found = await sql<HeldTenant>`select id, storage_bytes, renders_per_month, suspended_reason from tenants
    where id = ${tenantId} for no key update`.execute(trx)
  const tenant = found.rows[0]!
  if (tenant.suspended_reason !== null) throw suspended(tenant.suspended_reason)
  return tenant
}

/**
 * Checks that the tenant has room for `bytes` more. Returns false for users without a tenant. Call it in the
 * transaction that inserts the file. @throws ToileError TENANT_SUSPENDED, TENANT_STORAGE_FULL
 */
export async function assertTenantRoomFor(trx: Db, userId: string, bytes: number): Promise<boolean> {
  const tenant = await lockTenantOf(trx, userId)
  if (!tenant) return false
  const used = await sql<{ bytes: number }>`select ${bytesOfTenant(sql`${tenant.id}`)} as bytes`.execute(trx)
  if (used.rows[0]!.bytes + bytes > tenant.storage_bytes)
    throw new ToileError('TENANT_STORAGE_FULL', {
      params: { limitGigabytes: Number((tenant.storage_bytes / 1024 ** 3).toFixed(1)) },
    })
  return true
}

/**
 * Counts a render towards the tenant's monthly limit. Deleting the render or leaving the tenant does not lower the
 * count. Call it in the transaction that inserts the render. @throws ToileError TENANT_SUSPENDED, TENANT_RENDERS_USED
 */
export async function countTenantRender(trx: Db, userId: string): Promise<void> {
  const tenant = await lockTenantOf(trx, userId)
  if (!tenant) return
  const counted = await sql<{ used: number }>`update tenants
    set renders_used = case when renders_month = ${thisMonth} then renders_used else 0 end + 1, renders_month = ${thisMonth}
    where id = ${tenant.id} returning renders_used as used`.execute(trx)
  if (counted.rows[0]!.used > tenant.renders_per_month)
    throw new ToileError('TENANT_RENDERS_USED', { params: { limit: tenant.renders_per_month } })
}

/** Takes no lock, so the caller may still commit just after a suspension. @throws ToileError TENANT_SUSPENDED */
export async function assertNotSuspended(db: Db, userId: string): Promise<void> {
  const found = await sql<{ suspended_reason: string | null }>`select suspended_reason from tenants
    where id = (select tenant_id from users where id = ${userId})`.execute(db)
  const reason = found.rows[0]?.suspended_reason
  if (typeof reason === 'string') throw suspended(reason)
}
