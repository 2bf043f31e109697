export const userGroups = ['user', 'admin'] as const
export type UserGroup = (typeof userGroups)[number]

/** Minimum by the spec; the maximum bounds the work of the hash. Counted in code points, kept as typed. */
export const passwordLength = { min: 8, max: 128 }
export const usernameLength = { min: 2, max: 32 }
export const maxEmailLength = 254

/** After so many days one signs in again; there is no renewal. */
export const sessionDays = 7
