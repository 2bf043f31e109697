import type { SCodePage } from '@toile/contracts/software/codes'
import { json, type Person } from '../../test-api.js'

export const CODES_PATH = '/workspace/software/redeemcode'

export async function makeCodes(admin: Person, days: number, count = 1): Promise<{ id: string; code: string }[]> {
  const body = { days, count, note: '=cmd|calc' }
  return (await json<{ codes: { id: string; code: string }[] }>(admin.call('POST', '/backstage/s-codes', { body })))
    .codes
}

export const redeem = (person: Person, code: string, headers?: Record<string, string>) =>
  person.call('POST', CODES_PATH, { body: { code }, ...(headers && { headers }) })

export const codesOf = (person: Person) => json<SCodePage>(person.call('GET', CODES_PATH))
