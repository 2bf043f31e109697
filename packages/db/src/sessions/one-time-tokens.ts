import { sql } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { BAN_TOKEN_DAYS, TOKEN_MINUTES, type TokenPurpose } from '@toile/contracts/sessions/one-time-tokens.constants'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import type { User } from '../users/users.js'

export interface NewToken {
  userId: string
  purpose: TokenPurpose
  /** The address that the link is mailed to, and that its use proves. */
  email: string
}

/**
 * A new link of a purpose; the older ones of that purpose end, but for resets: anybody may ask for one, and would end that
 * which its owner is about to open. Good for nothing until `armToken`.
 */
export async function openToken(db: Db, { userId, purpose, email }: NewToken): Promise<string> {
  return inTransaction(db, async (trx) => {
    // One after the other, or each of two would leave the other's alive.
    await sql`select id from users where id = ${userId} for no key update`.execute(trx)
    if (purpose !== 'reset_password') await cancelTokens(trx, userId, [purpose])
    const id = newId()
    await trx.insertInto('one_time_tokens').values({ id, user_id: userId, purpose, email }).execute()
    return id
  })
}

/** Makes a link and puts the mail with it on its way, in one transaction. */
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

/**
 * Keeps the hash of the token that is about to be mailed; its time runs from now. Sending again means another token.
 * False when a newer link has taken its place meanwhile, or it was used.
 */
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

/** Uses a token, once, whoever races. Undefined when it is unknown, used, ended, too old, or of another purpose. */
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

/** Whose an open link of these purposes is, and their password's hash; undefined where it is no good (any more). */
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

/** Whether this link confirmed its person's present address before: opening it again is no error of theirs. */
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

/** Ends a person's open links of these purposes; where an address is named, those that went there. */
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

/** Ends a link, if it is still open. */
export async function cancelToken(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`update one_time_tokens set cancelled_at = now()
    where token_hash = ${tokenHash} and used_at is null and cancelled_at is null`.execute(db)
}

/** The address that a person has asked for and not confirmed yet; null when there is none. */
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
