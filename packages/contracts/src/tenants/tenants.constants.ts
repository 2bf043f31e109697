/** Counted in code points after trimming and NFC. */
export const tenantNameLength = { min: 2, max: 64 }
/** How to reach them: an address, a telephone number, a name. */
export const MAX_TENANT_CONTACT_LENGTH = 200

/** People of one tenant. */
export const MAX_TENANT_MEMBERS = 200

/** 100 TB. */
export const MAX_TENANT_STORAGE_BYTES = 100 * 1024 ** 4
export const MAX_TENANT_RENDERS_PER_MONTH = 1_000_000
