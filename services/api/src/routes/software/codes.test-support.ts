import type { SCodePage } from '@toile/contracts/software/codes'
import { json, type Person } from '../../test-api.js'

/** Where people redeem codes and see theirs. */
export const CODES_PATH = '/workspace/software/redeemcode'

/** Codes that this administrator makes. */
export async function makeCodes(admin: Person, days: number, count = 1): Promise<{ id: string; code: string }[]> {
  const body = { days, count, note: '=cmd|calc' }
  return (await json<{ codes: { id: string; code: string }[] }>(admin.call('POST', '/backstage/s-codes', { body })))
    .codes
}

export const redeem = (person: Person, code: string, headers?: Record<string, string>) =>
  person.call('POST', CODES_PATH, { body: { code }, ...(headers && { headers }) })

/** What a person sees of their codes. */
export const codesOf = (person: Person) => json<SCodePage>(person.call('GET', CODES_PATH))
