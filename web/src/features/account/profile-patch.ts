import type { Profile, ProfileInput } from '@toile/contracts/users/profiles'
import { clearableProfileFields, profileLimits } from '@toile/contracts/users/users.constants'

/** What the profile form edits. */
export type ProfileDraft = Pick<
  Profile,
  'nickname' | 'occupation' | 'company' | 'location' | 'website' | 'description' | 'emailSwitch' | 'language'
>

export const maxLengths = {
  nickname: profileLimits.maxNicknameLength,
  occupation: profileLimits.maxOccupationLength,
  company: profileLimits.maxCompanyLength,
  location: profileLimits.maxLocationLength,
  website: profileLimits.maxWebsiteLength,
  description: profileLimits.maxDescriptionLength,
} as const

export function draftOf(profile: Profile): ProfileDraft {
  const { nickname, occupation, company, location, website, description, emailSwitch, language } = profile
  return { nickname, occupation, company, location, website, description, emailSwitch, language }
}

/** What of these fields differs from what is saved; what is of another kind, or no field, is left out. */
export function changesOf(saved: ProfileDraft, draft: Partial<ProfileDraft>): Partial<ProfileDraft> {
  const names = (Object.keys(saved) as (keyof ProfileDraft)[]).filter(
    (name) => typeof draft[name] === typeof saved[name] && draft[name] !== saved[name],
  )
  return Object.fromEntries(names.map((name) => [name, draft[name]]))
}

/** The call that turns what was saved into the draft: only what differs; what became empty is named in `clear`. */
export function patchOf(saved: ProfileDraft, draft: ProfileDraft): ProfileInput {
  const patch: Record<string, unknown> = {}
  for (const name of Object.keys(saved) as (keyof ProfileDraft)[])
    if (saved[name] !== draft[name] && draft[name] !== '') patch[name] = draft[name]
  const clear = clearableProfileFields.filter((name) => draft[name] === '' && saved[name] !== '')
  return { ...patch, ...(clear.length > 0 && { clear }) }
}

export function isDirty(saved: ProfileDraft, draft: ProfileDraft): boolean {
  return Object.keys(patchOf(saved, draft)).length > 0
}
