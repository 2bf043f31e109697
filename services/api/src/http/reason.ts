import { invalidInput } from '@toile/contracts/errors'
import { MAX_REASON_LENGTH } from '@toile/contracts/backstage/tables.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'

/** By which any action of an operator may be told why, for the log: UTF-8, percent-encoded, as headers hold ASCII. */
export const REASON_HEADER = 'toile-reason'

/** The reason of a call's header; undefined where it has none. Throws INVALID_INPUT where it cannot be read, or is too long. */
export function reasonOfHeader(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return givenReason({ reason: decodeURIComponent(String(header)) })
  } catch (error) {
    throw error instanceof URIError ? invalidInput({ reason: [{ code: 'FIELD_INVALID' }] }) : error
  }
}

/** A reason as it is kept; undefined where none is given. Throws INVALID_INPUT where it is too long. */
export function givenReason(body: { reason?: string | undefined } | null): string | undefined {
  const reason = cleanText(body?.reason ?? '')
  if (lengthOf(reason) > MAX_REASON_LENGTH)
    throw invalidInput({ reason: [{ code: 'FIELD_TOO_LONG', params: { max: MAX_REASON_LENGTH } }] })
  return reason || undefined
}

/** Why an operator does something, cleaned. Throws INVALID_INPUT where nothing is left of it, or it is too long. */
export function cleanReason(given: string): string {
  const reason = givenReason({ reason: given })
  if (!reason) throw invalidInput({ reason: [{ code: 'FIELD_REQUIRED' }] })
  return reason
}
