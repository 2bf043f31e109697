import { invalidInput } from '@toile/contracts/errors'
import { cleanText, lengthOf } from '@toile/contracts/texts'

/** The text of a required field, as it is stored; 422 where that is empty, or longer than `max` code points. */
export function requiredText(field: string, given: string, max: number): string {
  const text = cleanText(given)
  if (text === '') throw invalidInput({ [field]: [{ code: 'FIELD_REQUIRED' }] })
  if (lengthOf(text) > max) throw invalidInput({ [field]: [{ code: 'FIELD_TOO_LONG', params: { max } }] })
  return text
}
