import { ToileError, type ErrorCode } from '@toile/contracts/errors'
import { freshSignInMinutes } from '@toile/contracts/sessions.constants'
import type { Db } from '@toile/db/client'
import { findPasswordHash } from '@toile/db/queries/passwords'
import { passwordFits } from '@toile/runtime/passwords'
import type { Caller } from './authentication.js'

/**
 * Makes sure that it is the person themselves who asks, not somebody at their open browser: by their password, or,
 * where they have none, by having just signed in. Throws `code` with the field that is wrong, or FRESH_SIGN_IN_NEEDED.
 */
export async function reauthenticate(
  db: Db,
  caller: Caller,
  { code, field, password }: { code: ErrorCode; field: string; password: string | undefined },
): Promise<void> {
  const passwordHash = await findPasswordHash(db, caller.user.id)
  if (passwordHash) {
    if (password === undefined) throw new ToileError(code, { fields: { [field]: [{ code: 'FIELD_REQUIRED' }] } })
    if (!(await passwordFits(passwordHash, password)))
      throw new ToileError(code, { fields: { [field]: [{ code: 'FIELD_PASSWORD_WRONG' }] } })
  } else if (Date.now() - caller.signedInAt.getTime() > freshSignInMinutes * 60_000)
    throw new ToileError('FRESH_SIGN_IN_NEEDED')
}
