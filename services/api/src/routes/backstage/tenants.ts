import { ToileError } from '@toile/contracts/errors'
import type { Tenant, TenantWithPeople } from '@toile/contracts/tenants/tenants'
import type { Db } from '@toile/db/client'
import { readTable } from '@toile/db/table'
import { findTenant, findTenantOf, membersOfTenant, tenantTable, type TenantRow } from '@toile/db/tenants/tenants'
import {
  addMember,
  deleteTenant,
  insertTenant,
  removeMember,
  suspendTenant,
  updateTenant,
} from '@toile/db/tenants/tenants-backstage'
import type { Body } from '@toile/contracts/route'
import type { Routes } from '@toile/contracts/routes'
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
      const { items, total } = await readTable<TenantRow, typeof query>(db, tenantTable, query)
      return { items: items.map(tenantView), total }
    },

    async createTenant({ db, user, body }) {
      const { name, contact = '', storageBytes, rendersPerMonth } = body
      const quota = { storage_bytes: storageBytes, renders_per_month: rendersPerMonth }
      return present(db, await insertTenant(db, { name, contact, ...quota }, user.id))
    },

    getTenant: ({ db, params }) => present(db, params.id),

    async updateTenant({ db, user, params, body: { reason = '', clear, ...input } }) {
      const fields = { ...fieldsOf(input), ...(clear?.length && { contact: '' }) }
      await updateTenant(db, { ...params, actorId: user.id, reason }, fields)
      return present(db, params.id)
    },

    async suspendTenant({ db, user, params, body }) {
      await suspendTenant(db, { ...params, actorId: user.id, reason: body.reason }, true)
      return present(db, params.id)
    },

    async resumeTenant({ db, user, params, body }) {
      await suspendTenant(db, { ...params, actorId: user.id, reason: body.reason ?? '' }, false)
      return present(db, params.id)
    },

    async deleteTenant({ db, user, params, body }) {
      await deleteTenant(db, { ...params, actorId: user.id, reason: body.reason })
    },

    async addTenantMember({ db, user, params }) {
      await addMember(db, { ...params, actorId: user.id })
      return present(db, params.id)
    },

    async removeTenantMember({ db, user, params, body }) {
      await removeMember(db, { ...params, actorId: user.id, reason: body.reason })
      return present(db, params.id)
    },
  } satisfies Partial<Handlers>
}

const tenantView = (row: TenantRow): Tenant => ({
  ...row,
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

function fieldsOf({
  name,
  contact,
  storageBytes,
  rendersPerMonth,
}: Omit<Body<Routes['updateTenant']>, 'reason' | 'clear'>) {
  return {
    ...(name !== undefined && { name }),
    ...(contact !== undefined && { contact }),
    ...(storageBytes !== undefined && { storage_bytes: storageBytes }),
    ...(rendersPerMonth !== undefined && { renders_per_month: rendersPerMonth }),
  }
}
