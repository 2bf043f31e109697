import { invalidInput } from '@toile/contracts/errors'
import { maxReasonLength } from '@toile/contracts/tables.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'

/** Why an operator does something, cleaned. INVALID_INPUT where nothing is left of it, or it is too long. */
export function cleanReason(given: string): string {
  const reason = cleanText(given)
  if (reason === '') throw invalidInput({ reason: [{ code: 'FIELD_REQUIRED' }] })
  if (lengthOf(reason) > maxReasonLength)
    throw invalidInput({ reason: [{ code: 'FIELD_TOO_LONG', params: { max: maxReasonLength } }] })
  return reason
}
