import { sql } from 'kysely'
import type { FactOf } from '@toile/contracts/audit/audit.constants'
import { ToileError } from '@toile/contracts/errors'
import type { Params } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import { MAX_TENANT_MEMBERS } from '@toile/contracts/tenants/tenants.constants'
import { inTransaction, type Db } from '../client.js'
import { recordAudit } from '../audit/audit.js'

export interface TenantFields {
  name: string
  contact: string
  storage_bytes: number
  renders_per_month: number
}

interface Action {
  id: string
  actorId: string
  reason?: string | undefined
}

interface MemberAction extends Action {
  userId: string
}

const noteOf = (
  trx: Db,
  fact: FactOf<'tenant'>,
  { id, actorId, reason }: Action,
  more: { [K in 'params' | 'before' | 'after']?: Params },
) =>
  recordAudit(trx, {
    actorId,
    action: `tenant.${fact}`,
    subjectKind: 'tenant',
    subjectId: id,
    ...(reason && { reason }),
    ...more,
  })

export function insertTenant(db: Db, fields: TenantFields, actorId: string): Promise<string> {
  const id = newId()
  return inTransaction(db, async (trx) => {
    await trx
      .insertInto('tenants')
      .values({ id, ...fields })
      .execute()
    await noteOf(trx, 'made', { id, actorId }, { after: { ...fields } })
    return id
  })
}

/** Writes no audit row if nothing changes. @throws ToileError NOT_FOUND */
export function updateTenant(db: Db, action: Action, fields: Partial<TenantFields>): Promise<void> {
  return inTransaction(db, async (trx) => {
    const was = await trx
      .selectFrom('tenants')
      .select(['name', 'contact', 'storage_bytes', 'renders_per_month'])
      .where('id', '=', action.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!was) throw new ToileError('NOT_FOUND')
    const changed = (Object.entries(fields) as [keyof TenantFields, string | number][]).filter(
      ([name, value]) => value !== undefined && value !== was[name],
    )
    if (changed.length === 0) return
    const after = Object.fromEntries(changed)
    await trx.updateTable('tenants').set(after).where('id', '=', action.id).execute()
    const before = Object.fromEntries(changed.map(([name]) => [name, was[name]]))
    await noteOf(trx, 'changed', action, { before, after })
  })
}

/** Suspends a tenant if `does`, else resumes it. @throws ToileError NOT_FOUND, STATE_CONFLICT if nothing changes */
export function suspendTenant(db: Db, action: Action, does: boolean): Promise<void> {
  return inTransaction(db, async (trx) => {
    const was = await sql<{
      reason: string | null
    }>`select suspended_reason as reason from tenants where id = ${action.id}
      for no key update`.execute(trx)
    if (was.rows.length === 0) throw new ToileError('NOT_FOUND')
    const reason = was.rows[0]!.reason
    if ((reason !== null) === does) throw new ToileError('STATE_CONFLICT')
    await sql`update tenants set suspended_at = ${does ? sql`now()` : null},
      suspended_reason = ${does ? (action.reason ?? '') : null} where id = ${action.id}`.execute(trx)
    const [before, after] = [{ suspended: reason ?? '' }, { suspended: does ? (action.reason ?? '') : '' }]
    await noteOf(trx, does ? 'suspended' : 'resumed', action, { before, after })
  })
}

/** @throws ToileError NOT_FOUND, TENANT_NOT_EMPTY */
export function deleteTenant(db: Db, action: Action): Promise<void> {
  return inTransaction(db, async (trx) => {
    const gone = await sql<{ name: string }>`delete from tenants where id = ${action.id} returning name`
      .execute(trx)
      .catch((error: { code?: string }) => {
        throw error.code === FOREIGN_KEY_VIOLATION ? new ToileError('TENANT_NOT_EMPTY') : error
      })
    if (gone.rows.length === 0) throw new ToileError('NOT_FOUND')
    const { name } = gone.rows[0]!
    await noteOf(trx, 'deleted', action, { params: { name }, before: { name } })
  })
}
const FOREIGN_KEY_VIOLATION = '23503'

function noteMember(trx: Db, fact: 'member_added' | 'member_removed', action: MemberAction, username: string) {
  const [is, isNot] = [{ member: username }, { member: '' }]
  const changes = fact === 'member_added' ? { before: isNot, after: is } : { before: is, after: isNot }
  return noteOf(trx, fact, action, { params: { userId: action.userId, username }, ...changes })
}

/** Locks the user. Call it before locking the tenant, as in tenant-quotas.ts. @throws ToileError NOT_FOUND */
async function lockUser(trx: Db, userId: string): Promise<{ tenant_id: string | null; username: string }> {
  const found = await sql<{ tenant_id: string | null; username: string }>`select tenant_id, username from users
    where id = ${userId} and deleted_at is null for no key update`.execute(trx)
  if (!found.rows[0]) throw new ToileError('NOT_FOUND')
  return found.rows[0]
}

/** Idempotent. @returns whether the user is a new member @throws ToileError NOT_FOUND, IN_OTHER_TENANT, TENANT_FULL */
export function addMember(db: Db, action: MemberAction): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const person = await lockUser(trx, action.userId)
    const tenant = await sql<{
      members: number
    }>`select (select count(*)::int from users where tenant_id = t.id) as members
      from tenants t where id = ${action.id} for no key update`.execute(trx)
    if (tenant.rows.length === 0) throw new ToileError('NOT_FOUND')
    if (person.tenant_id === action.id) return false
    if (person.tenant_id) throw new ToileError('IN_OTHER_TENANT')
    if (tenant.rows[0]!.members >= MAX_TENANT_MEMBERS)
      throw new ToileError('TENANT_FULL', { params: { limit: MAX_TENANT_MEMBERS } })
    await trx.updateTable('users').set({ tenant_id: action.id }).where('id', '=', action.userId).execute()
    await noteMember(trx, 'member_added', action, person.username)
    return true
  })
}

export function removeMember(db: Db, action: MemberAction): Promise<void> {
  return inTransaction(db, async (trx) => {
    const person = await lockUser(trx, action.userId)
    if (person.tenant_id !== action.id) throw new ToileError('NOT_FOUND')
    await trx.updateTable('users').set({ tenant_id: null }).where('id', '=', action.userId).execute()
    await noteMember(trx, 'member_removed', action, person.username)
  })
}
