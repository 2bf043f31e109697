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

/** Control and bidirectional characters. With these characters, a name could imitate another name. */
const HIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

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
    // Nicknames lose bidirectional characters, which other fields refuse. Descriptions may have newlines and tabs.
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
 * The normalized URL. Undefined if the URL is too long, or if browsers might visit another host than the visible one.
 * Therefore only http(s) is allowed. User info before `@`, backslashes, spaces and control characters are refused,
 * because browsers read backslashes as slashes and silently drop some of the spaces and control characters.
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
