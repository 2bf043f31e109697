import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import { cancelTokens, useToken } from './one-time-tokens.js'
import { revokeSessionsOf } from './sessions.js'
import type { User } from '../users/users.js'

/** The hash of a person's password; null when they have none. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row?.password_hash ?? null
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Whether this is still a person's password, or they still have none. It stays so until the transaction ends. */
export async function lockPassword(trx: Db, userId: string, passwordHash: string | null): Promise<boolean> {
  const found = await sql`select from users
    where id = ${userId} and password_hash is not distinct from ${passwordHash} for no key update`.execute(trx)
  return found.rows.length > 0
}

/**
 * A new password: every session but `keepSession` ends, and so do open links to reset the password or to change the
 * address, which whoever knew the old password may have asked for. A proven address is told.
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

/** A new password by a mailed token, which proves the address as well. LINK_INVALID when the token is no good. */
export async function resetPassword(db: Db, tokenHash: Buffer, passwordHash: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const token = await useToken(trx, tokenHash, ['reset_password'])
    // The address may have changed since the mail was sent.
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
