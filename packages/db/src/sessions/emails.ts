import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { emailTokenPurposes } from '@toile/contracts/sessions/one-time-tokens.constants'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import { cancelTokens, useToken, wasVerifiedBy, type UsedToken } from './one-time-tokens.js'
import { revokeSessionsAt } from './sessions.js'
import { userColumns, type User } from '../users/users.js'

/** Confirms an address by its mailed token. @throws ToileError LINK_INVALID, EMAIL_ALREADY_VERIFIED */
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

/** Cancels the user's links to the address. Removes the address if unconfirmed. @throws ToileError LINK_INVALID */
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

/** Confirms the address. Undefined if the user is deleted or, except for `change_email`, has a newer address. */
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
  // Ends sessions that may only bind an email. The client that waits for the binding then gets a full session.
  if (token.purpose === 'bind_email') await revokeSessionsAt(trx, token.user_id, 'bind_email')
  // Cancels the user's other links, because some may be in the old mailbox.
  await cancelTokens(trx, token.user_id, ['verify_email', 'change_email', 'bind_email', 'reset_password'])
  if (before.email && before.email_verified_at)
    await insertMail(trx, {
      kind: 'email_changed',
      userId: token.user_id,
      address: before.email,
    })
  return user
}

/** Postgres compares the addresses, because the column ignores case. */
async function isAddressOf(trx: Db, token: UsedToken): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', token.user_id)
    .where('email', '=', token.email)
    .executeTakeFirst()
  return Boolean(row)
}
