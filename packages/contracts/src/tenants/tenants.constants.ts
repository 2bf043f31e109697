/** Counted in code points after trimming and NFC. */
export const tenantNameLength = { min: 2, max: 64 }
/** How to reach them: an address, a telephone number, a name. */
export const maxTenantContactLength = 200

/** People of one tenant. */
export const maxTenantMembers = 200

/** 100 TB. */
export const maxTenantStorageBytes = 100 * 1024 ** 4
export const maxTenantRendersPerMonth = 1_000_000
