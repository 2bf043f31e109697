import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { BAN_TOKEN_DAYS, TOKEN_MINUTES, type TokenPurpose } from '@toile/contracts/sessions/one-time-tokens.constants'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import type { User } from '../users/users.js'

export interface NewToken {
  userId: string
  purpose: TokenPurpose
  /** The address that receives the link. The link can confirm the address, unless the purpose is `banned`. */
  email: string
}

/**
 * Returns the token's id. Cancels the user's older links of the same purpose, except links to reset the password:
 * strangers can request those and could thus cancel the user's own link.
 */
export async function openToken(db: Db, { userId, purpose, email }: NewToken): Promise<string> {
  return inTransaction(db, async (trx) => {
    // Serializes the calls of a user. Otherwise, two concurrent calls would leave both links open.
    await sql`select id from users where id = ${userId} for no key update`.execute(trx)
    if (purpose !== 'reset_password') await cancelTokens(trx, userId, [purpose])
    const id = newId()
    await trx.insertInto('one_time_tokens').values({ id, user_id: userId, purpose, email }).execute()
    return id
  })
}

export async function mailLink(
  db: Db,
  user: Pick<User, 'id'>,
  purpose: Exclude<TokenPurpose, 'reset_password' | 'banned'>,
  email: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const tokenId = await openToken(trx, { userId: user.id, purpose, email })
    await insertMail(trx, { kind: purpose, userId: user.id, address: email, tokenId })
  })
}

/** Stores the hash of the token and starts the token's lifetime. Returns false if the link was cancelled or used. */
export async function armToken(db: Db, id: string, tokenHash: Buffer): Promise<boolean> {
  const armed = await sql`update one_time_tokens set token_hash = ${tokenHash},
      expires_at = now() + case purpose when 'banned' then make_interval(days => ${BAN_TOKEN_DAYS})
        else make_interval(mins => ${TOKEN_MINUTES}) end
    where id = ${id} and used_at is null and cancelled_at is null returning id`.execute(db)
  return armed.rows.length === 1
}

export interface UsedToken {
  id: string
  user_id: string
  purpose: TokenPurpose
  email: string
}

/** Uses a token once. Undefined if it is unknown, used, cancelled, expired or of another purpose. */
export async function useToken(
  trx: Db,
  tokenHash: Buffer,
  purposes: readonly TokenPurpose[],
): Promise<UsedToken | undefined> {
  const used = await sql<UsedToken>`update one_time_tokens set used_at = now()
    where token_hash = ${tokenHash} and purpose = any(${purposes}) and used_at is null and cancelled_at is null
      and expires_at > now()
    returning id, user_id, purpose, email`.execute(trx)
  return used.rows[0]
}

export async function findTokenOwner(
  db: Db,
  tokenHash: Buffer,
  purposes: readonly TokenPurpose[],
): Promise<{ id: string; password_hash: string | null } | undefined> {
  const found = await sql<{ id: string; password_hash: string | null }>`select users.id, password_hash
    from one_time_tokens token join users on users.id = user_id
    where purpose = any(${purposes}) and token_hash = ${tokenHash} and used_at is null and cancelled_at is null
      and token.expires_at > now()`.execute(db)
  return found.rows[0]
}

/** Whether the link confirmed the user's current address. If so, confirmEmail() throws EMAIL_ALREADY_VERIFIED. */
export async function wasVerifiedBy(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .select('token.id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'verify_email')
    .where('used_at', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .whereRef('token.email', '=', 'users.email')
    .executeTakeFirst()
  return Boolean(row)
}

/** Cancels the user's open links of these purposes, optionally only those to one address. */
export async function cancelTokens(
  db: Db,
  userId: string,
  purposes: readonly TokenPurpose[],
  email?: string,
): Promise<void> {
  const there = email === undefined ? sql`true` : sql`email = ${email}`
  await sql`update one_time_tokens set cancelled_at = now()
    where user_id = ${userId} and purpose = any(${purposes}) and ${there} and used_at is null and cancelled_at is null`.execute(
    db,
  )
}

export async function cancelToken(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`update one_time_tokens set cancelled_at = now()
    where token_hash = ${tokenHash} and used_at is null and cancelled_at is null`.execute(db)
}

/** The address in the user's latest open link to change or bind an address. */
export async function pendingEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['change_email', 'bind_email'])
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.email ?? null
}
