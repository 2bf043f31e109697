import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { emailTokenPurposes } from '@toile/contracts/sessions/one-time-tokens.constants'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import { cancelTokens, useToken, wasVerifiedBy, type UsedToken } from './one-time-tokens.js'
import { revokeSessionsAt } from './sessions.js'
import { userColumns, type User } from '../users/users.js'

/**
 * Confirms an address by a mailed token, and gives its person. LINK_INVALID when the token is no good or somebody else
 * has the address by now; EMAIL_ALREADY_VERIFIED when this very link confirmed it before.
 */
export async function confirmEmail(db: Db, tokenHash: Buffer): Promise<{ user: User; purpose: UsedToken['purpose'] }> {
  try {
    return await inTransaction(db, async (trx) => {
      const token = await useToken(trx, tokenHash, emailTokenPurposes)
      const user = token && (await takeAddress(trx, token))
      if (!user) throw new ToileError('LINK_INVALID')
      return { user, purpose: token.purpose }
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key') throw new ToileError('LINK_INVALID')
    if ((error as ToileError).code === 'LINK_INVALID' && (await wasVerifiedBy(db, tokenHash)))
      throw new ToileError('EMAIL_ALREADY_VERIFIED')
    throw error
  }
}

/**
 * Whoever has the mailbox has nothing to do with the account: all its links to there are over, and the account is without
 * that address, unless it was proven before. LINK_INVALID when the token is no good.
 */
export async function disownEmail(db: Db, tokenHash: Buffer): Promise<void> {
  await inTransaction(db, async (trx) => {
    const token = await useToken(trx, tokenHash, emailTokenPurposes)
    if (!token) throw new ToileError('LINK_INVALID')
    await cancelTokens(trx, token.user_id, [...emailTokenPurposes, 'reset_password'], token.email)
    await trx
      .updateTable('users')
      .set({ email: null })
      .where('id', '=', token.user_id)
      .where('email', '=', token.email)
      .where('email_verified_at', 'is', null)
      .execute()
  })
}

/** Makes the token's address the person's proven one; undefined when that no longer fits. */
async function takeAddress(trx: Db, token: UsedToken): Promise<User | undefined> {
  const before = await trx
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', token.user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!before || (token.purpose === 'verify_email' && !(await isAddressOf(trx, token)))) return undefined
  if (token.purpose === 'bind_email' && before.email !== null) return undefined
  const user = await trx
    .updateTable('users')
    .set({ email: token.email, email_verified_at: sql`now()`, email_refused_at: null, email_refused_status: null })
    .where('id', '=', token.user_id)
    .returning(userColumns)
    .executeTakeFirst()
  if (token.purpose === 'verify_email') return user
  // Bound: whoever waits for it gets a new, full session.
  if (token.purpose === 'bind_email') await revokeSessionsAt(trx, token.user_id, 'bind_email')
  // Links that lie in the old mailbox.
  await cancelTokens(trx, token.user_id, ['verify_email', 'change_email', 'bind_email', 'reset_password'])
  if (before.email && before.email_verified_at)
    await insertMail(trx, {
      kind: 'email_changed',
      userId: token.user_id,
      address: before.email,
    })
  return user
}

/** Whether the token's address is still the person's, as Postgres compares addresses. */
async function isAddressOf(trx: Db, token: UsedToken): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', token.user_id)
    .where('email', '=', token.email)
    .executeTakeFirst()
  return Boolean(row)
}
