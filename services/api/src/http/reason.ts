import { invalidInput } from '@toile/contracts/errors'
import { MAX_REASON_LENGTH } from '@toile/contracts/backstage/tables.constants'
import { StrictObject, WrittenText } from '@toile/contracts/shapes'
import { checkQuery } from './validation.js'

/** Reason of an administrator's action, for the audit log. It is percent-encoded UTF-8, because headers are ASCII. */
export const REASON_HEADER = 'toile-reason'

const ReasonHeader = StrictObject({ reason: WrittenText({ max: MAX_REASON_LENGTH }) })

/** @throws INVALID_INPUT if the header cannot be decoded or the reason is too long */
export function reasonOfHeader(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    return checkQuery(ReasonHeader, { reason: decodeURIComponent(String(header)) }).reason || undefined
  } catch (error) {
    throw error instanceof URIError ? invalidInput({ reason: [{ code: 'FIELD_INVALID' }] }) : error
  }
}
