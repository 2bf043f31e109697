import { invalidInput } from '@toile/contracts/errors'
import { maxReasonLength } from '@toile/contracts/tables.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'

/** A reason as it is kept; undefined where none is given. Throws INVALID_INPUT where it is too long. */
export function givenReason(body: { reason?: string | undefined } | null): string | undefined {
  const reason = cleanText(body?.reason ?? '')
  if (lengthOf(reason) > maxReasonLength)
    throw invalidInput({ reason: [{ code: 'FIELD_TOO_LONG', params: { max: maxReasonLength } }] })
  return reason || undefined
}
