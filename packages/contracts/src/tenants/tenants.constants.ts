import type { TableColumns } from '../backstage/tables.constants.js'
/** In code points, counted after cleanText(). */
export const tenantNameLength = { min: 2, max: 64 }
export const MAX_TENANT_CONTACT_LENGTH = 200

export const MAX_TENANT_MEMBERS = 200

export const MAX_TENANT_STORAGE_BYTES = 100 * 1024 ** 4
export const MAX_TENANT_RENDERS_PER_MONTH = 1_000_000

export const tenantColumns = {
  name: { sort: true },
  contact: {},
  members: { sort: true },
  storage: { sort: true, file: ['storage', 'storageLimit'] },
  renders: { sort: true, file: ['renders', 'rendersLimit'] },
  state: { file: ['state', 'suspendedReason'] },
  createdAt: { sort: true },
} as const satisfies TableColumns
