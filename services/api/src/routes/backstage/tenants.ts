import { invalidInput, ToileError, type FieldProblem } from '@toile/contracts/errors'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import type { Tenant, TenantWithPeople } from '@toile/contracts/tenants/tenants'
import { MAX_TENANT_CONTACT_LENGTH, tenantNameLength } from '@toile/contracts/tenants/tenants.constants'
import type { Db } from '@toile/db/client'
import { findTenant, findTenantOf, listTenants, membersOfTenant, type TenantRow } from '@toile/db/tenants/tenants'
import {
  addMember,
  deleteTenant,
  insertTenant,
  removeMember,
  suspendTenant,
  updateTenant,
} from '@toile/db/tenants/tenants-backstage'
import type { Handlers } from '../../http/register-routes.js'

export function tenantHandlers() {
  return {
    async myTenant({ db, user }) {
      const row = await findTenantOf(db, user.id)
      if (!row) return { tenant: null }
      const { name, storage, renders, suspendedReason } = row
      const members = (await membersOfTenant(db, row.id)).map((member) => ({ id: member.id, name: member.name }))
      return { tenant: { name, members, storage, renders, suspendedReason } }
    },
  } satisfies Partial<Handlers>
}

export function backstageTenantHandlers() {
  const present = async (db: Db, id: string): Promise<TenantWithPeople> => {
    const row = await findTenant(db, id)
    if (!row) throw new ToileError('NOT_FOUND')
    return { ...tenantView(row), people: await membersOfTenant(db, id) }
  }
  return {
    async listTenants({ db, query }) {
      const { items, total } = await listTenants(db, query)
      return { items: items.map(tenantView), total }
    },

    async createTenant({ db, user, body }) {
      const { name = '', contact = '' } = fieldsOf(body)
      const quota = { storage_bytes: body.storageBytes, renders_per_month: body.rendersPerMonth }
      return present(db, await insertTenant(db, { name, contact, ...quota }, user.id))
    },

    getTenant: ({ db, params }) => present(db, params.id),

    async updateTenant({ db, user, params, body: { reason, clear, ...input } }) {
      const fields = { ...fieldsOf(input), ...(clear?.length && { contact: '' }) }
      await updateTenant(db, { ...params, actorId: user.id, reason: cleanText(reason ?? '') }, fields)
      return present(db, params.id)
    },

    async suspendTenant({ db, user, params, body }) {
      await suspendTenant(db, { ...params, actorId: user.id, reason: reasonOf(body) }, true)
      return present(db, params.id)
    },

    async resumeTenant({ db, user, params, body }) {
      await suspendTenant(db, { ...params, actorId: user.id, reason: cleanText(body.reason ?? '') }, false)
      return present(db, params.id)
    },

    async deleteTenant({ db, user, params, body }) {
      await deleteTenant(db, { ...params, actorId: user.id, reason: reasonOf(body) })
    },

    async addTenantMember({ db, user, params }) {
      await addMember(db, { ...params, actorId: user.id })
      return present(db, params.id)
    },

    async removeTenantMember({ db, user, params, body }) {
      await removeMember(db, { ...params, actorId: user.id, reason: reasonOf(body) })
      return present(db, params.id)
    },
  } satisfies Partial<Handlers>
}

const tenantView = (row: TenantRow): Tenant => ({
  ...row,
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

function reasonOf({ reason }: { reason: string }): string {
  const clean = cleanText(reason)
  if (!clean) throw invalidInput({ reason: [{ code: 'FIELD_REQUIRED' }] })
  return clean
}

/** The input as columns, cleaned and within its limits. 422 with every field that is wrong. */
function fieldsOf(input: { name?: string; contact?: string; storageBytes?: number; rendersPerMonth?: number }) {
  const problems: Record<string, FieldProblem[]> = {}
  const name = input.name === undefined ? undefined : cleanText(input.name)
  const contact = input.contact === undefined ? undefined : cleanText(input.contact)
  if (name !== undefined && lengthOf(name) < tenantNameLength.min)
    problems['name'] = [{ code: 'FIELD_TOO_SHORT', params: { min: tenantNameLength.min } }]
  if (lengthOf(name ?? '') > tenantNameLength.max)
    problems['name'] = [{ code: 'FIELD_TOO_LONG', params: { max: tenantNameLength.max } }]
  if (lengthOf(contact ?? '') > MAX_TENANT_CONTACT_LENGTH)
    problems['contact'] = [{ code: 'FIELD_TOO_LONG', params: { max: MAX_TENANT_CONTACT_LENGTH } }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return {
    ...(name !== undefined && { name }),
    ...(contact !== undefined && { contact }),
    ...(input.storageBytes !== undefined && { storage_bytes: input.storageBytes }),
    ...(input.rendersPerMonth !== undefined && { renders_per_month: input.rendersPerMonth }),
  }
}
