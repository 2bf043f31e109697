export const userGroups = ['user', 'admin'] as const
export type UserGroup = (typeof userGroups)[number]

/** Minimum by the spec; the maximum bounds the work of the hash. Counted in code points, kept as typed. */
export const passwordLength = { min: 8, max: 128 }
export const usernameLength = { min: 2, max: 32 }
export const MAX_EMAIL_LENGTH = 254
export const MAX_INVITE_CODE_LENGTH = 32

/** Of the profile's fields, counted in code points. */
export const profileLimits = {
  maxNicknameLength: 32,
  maxOccupationLength: 64,
  maxCompanyLength: 64,
  maxLocationLength: 64,
  maxWebsiteLength: 2048,
  maxDescriptionLength: 1000,
}
/** Fields of the profile that may be emptied by `clear`. */
export const clearableProfileFields = [
  'nickname',
  'occupation',
  'company',
  'location',
  'website',
  'description',
] as const
