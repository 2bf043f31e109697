import type { FieldProblem } from '@toile/contracts/errors'
import type { ProfileInput } from '@toile/contracts/users/profiles'
import { cleanText } from '@toile/contracts/texts'
import { profileLimits } from '@toile/contracts/users/users.constants'
import type { ProfileFields } from '@toile/db/users/profiles'

const limits = {
  nickname: profileLimits.maxNicknameLength,
  occupation: profileLimits.maxOccupationLength,
  company: profileLimits.maxCompanyLength,
  location: profileLimits.maxLocationLength,
  description: profileLimits.maxDescriptionLength,
}

/** Control characters, and those that turn the direction of the text around them: a name could pose as another. */
const HIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** The columns that a change of profile writes, and what is wrong with which field. */
export function profileFields(input: ProfileInput): {
  fields: ProfileFields
  problems: Record<string, FieldProblem[]>
} {
  const problems: Record<string, FieldProblem[]> = {}
  const fields: ProfileFields = { email_switch: input.emailSwitch, language: input.language }
  for (const [name, max] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const typed = input[name]
    if (typed === undefined) continue
    const text = cleanText(typed)
    // A name is rid of what turns it; elsewhere that is a mistake to be seen. Lines may break in a description.
    const seen = name === 'description' ? typed.replace(/[\r\n\t]/g, '') : name === 'nickname' ? text : typed.trim()
    if ([...text].length > max) problems[name] = [{ code: 'FIELD_TOO_LONG', params: { max } }]
    else if (HIDDEN.test(seen)) problems[name] = [{ code: 'FIELD_INVALID' }]
    else fields[name] = text
  }
  if (input.website !== undefined) {
    const website = input.website === '' ? '' : websiteOf(input.website)
    if (website === undefined) problems['website'] = [{ code: 'FIELD_WEBSITE' }]
    else fields.website = website
  }
  for (const name of input.clear ?? []) fields[name] = ''
  return { fields, problems }
}

/**
 * A web address as browsers read it, so that the host that is shown is the host that is visited; undefined for anything
 * but http and https, for one that hides its host behind a name and `@`, and for one with spaces or control characters,
 * which browsers would drop in silence.
 */
export function websiteOf(text: string): string | undefined {
  if (/[\s\p{Cc}\\]/u.test(text)) return undefined
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return undefined
  }
  const fits = /^https?:$/.test(url.protocol) && !url.username && !url.password && url.hostname !== ''
  return fits && url.href.length <= profileLimits.maxWebsiteLength ? url.href : undefined
}
