import { ToileError, type ErrorCode } from '@toile/contracts/errors'
import { FRESH_SIGN_IN_MINUTES } from '@toile/contracts/sessions/sessions.constants'
import type { Db } from '@toile/db/client'
import { findPasswordHash } from '@toile/db/sessions/passwords'
import { passwordFits } from '@toile/runtime/passwords'
import type { Caller } from './authentication.js'

interface Proof {
  code: ErrorCode
  field: string
  password: string | undefined
}

/**
 * Guards against another person who uses an open browser. If the account has a password, the caller must give this
 * password. Otherwise the caller must have signed in recently.
 * @returns the password's hash or null @throws `code` at `field` for a missing or wrong password; FRESH_SIGN_IN_NEEDED
 */
export async function reauthenticate(db: Db, caller: Caller, { code, field, password }: Proof): Promise<string | null> {
  const isFresh = (minutes: number) => Date.now() - caller.signedInAt.getTime() <= minutes * 60_000
  const passwordHash = await findPasswordHash(db, caller.user.id)
  if (passwordHash) {
    if (password === undefined) throw new ToileError(code, { fields: { [field]: [{ code: 'FIELD_REQUIRED' }] } })
    if (!(await passwordFits(passwordHash, password, caller.hashedFor)))
      throw new ToileError(code, { fields: { [field]: [{ code: 'FIELD_PASSWORD_WRONG' }] } })
  } else if (!isFresh(FRESH_SIGN_IN_MINUTES)) throw new ToileError('FRESH_SIGN_IN_NEEDED')
  return passwordHash
}
