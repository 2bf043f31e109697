import { invalidInput, ToileError } from '@toile/contracts/errors'
import { freshSignInMinutes } from '@toile/contracts/sessions.constants'
import type { Db } from '@toile/db/client'
import { findPasswordHash } from '@toile/db/queries/users'
import { passwordFits } from '@toile/runtime/passwords'
import type { Caller } from './authentication.js'

/**
 * For what changes the ways into an account: a found token must not be enough. Passes with the password, or within ten
 * minutes of signing in; throws 422 for a wrong password, FRESH_SIGN_IN_NEEDED otherwise.
 */
export async function requireFreshSignIn(db: Db, caller: Caller, password: string | undefined): Promise<void> {
  if (password !== undefined) {
    if (await passwordFits(await findPasswordHash(db, caller.user.id), password)) return
    throw invalidInput({ password: [{ code: 'FIELD_PASSWORD_WRONG' }] })
  }
  if (Date.now() - caller.signedInAt.getTime() > freshSignInMinutes * 60_000)
    throw new ToileError('FRESH_SIGN_IN_NEEDED')
}
