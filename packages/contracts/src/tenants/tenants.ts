import { Type, type Static } from 'typebox'
import { declareRoutes } from '../route.js'
import { Id, Enum, Nullable, StrictObject, TableOf, Text, Time, WrittenText } from '../shapes.js'
import { Reason, tableQuery } from '../backstage/tables.js'
import { MAX_REASON_LENGTH } from '../backstage/tables.constants.js'
import {
  MAX_TENANT_CONTACT_LENGTH,
  MAX_TENANT_RENDERS_PER_MONTH,
  MAX_TENANT_STORAGE_BYTES,
  tenantNameLength,
  tenantColumns,
} from './tenants.constants.js'
import { paths as backstagePaths } from './tenants-backstage.paths.js'
import { paths } from './tenants.paths.js'

const quotas = {
  storage: StrictObject({ usedBytes: Type.Integer(), limitBytes: Type.Integer() }),
  /** Renders in the current UTC month. */
  renders: StrictObject({ used: Type.Integer(), limit: Type.Integer() }),
}

export const Tenant = StrictObject({
  id: Id,
  name: Text(tenantNameLength.max),
  contact: Text(MAX_TENANT_CONTACT_LENGTH),
  members: Type.Integer(),
  ...quotas,
  suspendedAt: Nullable(Time),
  suspendedReason: Nullable(Text(MAX_REASON_LENGTH)),
  createdAt: Time,
})
export type Tenant = Static<typeof Tenant>

const Person = StrictObject({ id: Id, name: Text(64), username: Text(64), email: Nullable(Text(254)) })

export const TenantWithPeople = StrictObject({
  ...Tenant.properties,
  people: Type.Array(StrictObject({ ...Person.properties, usedBytes: Type.Integer() })),
})
export type TenantWithPeople = Static<typeof TenantWithPeople>

export const MyTenant = StrictObject({
  name: Text(tenantNameLength.max),
  members: Type.Array(StrictObject({ id: Id, name: Text(64) })),
  ...quotas,
  suspendedReason: Nullable(Text(MAX_REASON_LENGTH)),
})
export type MyTenant = Static<typeof MyTenant>

const fields = {
  name: WrittenText(tenantNameLength),
  contact: WrittenText({ max: MAX_TENANT_CONTACT_LENGTH }),
  storageBytes: Type.Integer({ minimum: 0, maximum: MAX_TENANT_STORAGE_BYTES }),
  rendersPerMonth: Type.Integer({ minimum: 0, maximum: MAX_TENANT_RENDERS_PER_MONTH }),
}
const MemberParams = StrictObject({ id: Id, userId: Id })

export const routes = declareRoutes(
  { ...paths, ...backstagePaths },
  {
    myTenant: {
      summary: 'Returns the caller’s tenant with its quota and members',
      access: 'user',
      response: StrictObject({ tenant: Nullable(MyTenant) }),
    },
    listTenants: {
      summary: 'Lists tenants; `q` searches name and contact',
      access: 'admin',
      query: tableQuery(tenantColumns, { state: Type.Optional(Enum(['active', 'suspended'])) }),
      response: TableOf(Tenant),
    },
    createTenant: {
      summary: 'Creates a tenant without members',
      access: 'admin',
      idempotent: true,
      body: StrictObject({ ...fields, contact: Type.Optional(fields.contact) }),
      status: 201,
      response: TenantWithPeople,
    },
    getTenant: {
      summary: 'Returns a tenant with its members and their usage',
      access: 'admin',
      response: TenantWithPeople,
    },
    updateTenant: {
      summary: 'Edits name, contact or quota of a tenant; `clear` empties the contact',
      access: 'admin',
      body: Type.Partial(
        StrictObject({ ...fields, clear: Type.Array(Enum(['contact']), { maxItems: 1 }), reason: Reason }),
        {
          additionalProperties: false,
        },
      ),
      response: TenantWithPeople,
    },
    suspendTenant: {
      summary: 'Suspends a tenant: its members cannot upload, render or publish, and see the reason',
      access: 'admin',
      body: StrictObject({ reason: Reason }),
      response: TenantWithPeople,
    },
    resumeTenant: {
      summary: 'Resumes a tenant',
      access: 'admin',
      body: Type.Partial(StrictObject({ reason: Reason }), { additionalProperties: false }),
      response: TenantWithPeople,
    },
    deleteTenant: {
      summary: 'Deletes a tenant without members',
      access: 'admin',
      body: StrictObject({ reason: Reason }),
    },
    addTenantMember: {
      summary: 'Adds a user who is in no tenant; idempotent',
      access: 'admin',
      params: MemberParams,
      response: TenantWithPeople,
    },
    removeTenantMember: {
      summary: 'Removes a member, who keeps their content and gets their own quota back',
      access: 'admin',
      params: MemberParams,
      body: StrictObject({ reason: Reason }),
      response: TenantWithPeople,
    },
  },
)
