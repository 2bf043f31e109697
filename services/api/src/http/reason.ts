import { invalidInput } from '@toile/contracts/errors'
import { MAX_REASON_LENGTH } from '@toile/contracts/backstage/tables.constants'
import { StrictObject, WrittenText } from '@toile/contracts/shapes'
import { checkQuery } from './validation.js'

/** By which any action of an operator may be told why, for the log: UTF-8, percent-encoded, as headers hold ASCII. */
export const REASON_HEADER = 'toile-reason'

const ReasonHeader = StrictObject({ reason: WrittenText({ max: MAX_REASON_LENGTH }) })

/** The reason of a call's header; undefined where it has none. Throws INVALID_INPUT where it cannot be read, or is too long. */
export function reasonOfHeader(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return checkQuery(ReasonHeader, { reason: decodeURIComponent(String(header)) }).reason || undefined
  } catch (error) {
    throw error instanceof URIError ? invalidInput({ reason: [{ code: 'FIELD_INVALID' }] }) : error
  }
}
