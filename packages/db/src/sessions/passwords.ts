import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import { cancelTokens, useToken } from './one-time-tokens.js'
import { revokeSessionsOf } from './sessions.js'
import type { User } from '../users/users.js'

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Locks the user and returns whether the password hash is unchanged. A null hash means that there is no password. */
export async function lockPassword(trx: Db, userId: string, passwordHash: string | null): Promise<boolean> {
  const found = await sql`select from users
    where id = ${userId} and password_hash is not distinct from ${passwordHash} for no key update`.execute(trx)
  return found.rows.length > 0
}

/**
 * Sets the password and ends all sessions except `keepSession`. Cancels open links to reset the password or change the
 * address, because an attacker with the old password may have requested them. Mails the user if the address is
 * confirmed.
 */
export async function changePassword(
  db: Db,
  user: Pick<User, 'id' | 'email' | 'email_verified_at'>,
  passwordHash: string,
  keepSession?: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await setPasswordHash(trx, user.id, passwordHash)
    await revokeSessionsOf(trx, user.id, keepSession)
    await cancelTokens(trx, user.id, ['reset_password', 'change_email'])
    if (user.email && user.email_verified_at)
      await insertMail(trx, {
        kind: 'password_changed',
        userId: user.id,
        address: user.email,
      })
  })
}

/** Sets a password by a mailed token, which also confirms the address. @throws ToileError LINK_INVALID */
export async function resetPassword(db: Db, tokenHash: Buffer, passwordHash: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const token = await useToken(trx, tokenHash, ['reset_password'])
    // The user's address may have changed since the mail was sent. In that case, the link is invalid.
    const user =
      token &&
      (await trx
        .updateTable('users')
        .set({ email_verified_at: sql`coalesce(email_verified_at, now())` })
        .where('id', '=', token.user_id)
        .where('email', '=', token.email)
        .where('deleted_at', 'is', null)
        .returning(['id', 'email', 'email_verified_at'])
        .executeTakeFirst())
    if (!user) throw new ToileError('LINK_INVALID')
    await changePassword(trx, user, passwordHash)
  })
}
