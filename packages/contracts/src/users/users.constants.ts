export const userGroups = ['user', 'admin'] as const
export type UserGroup = (typeof userGroups)[number]

/** In code points after NFC. The minimum comes from the spec. The maximum bounds the cost of hashing. */
export const passwordLength = { min: 8, max: 128 }
export const usernameLength = { min: 2, max: 32 }
export const MAX_EMAIL_LENGTH = 254
export const MAX_INVITE_CODE_LENGTH = 32

/** Lengths in code points. */
export const profileLimits = {
  maxNicknameLength: 32,
  maxOccupationLength: 64,
  maxCompanyLength: 64,
  maxLocationLength: 64,
  maxWebsiteLength: 2048,
  maxDescriptionLength: 1000,
}
export const clearableProfileFields = [
  'nickname',
  'occupation',
  'company',
  'location',
  'website',
  'description',
] as const
