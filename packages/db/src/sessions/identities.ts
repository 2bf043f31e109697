import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { tokenPurposes } from '@toile/contracts/sessions/one-time-tokens.constants'
import { socialProviderNames, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import { cancelTokens } from './one-time-tokens.js'
import { revokeSessionsOf } from './sessions.js'
import { findUser, insertUser, emailSpellings, userColumns, type NewUser, type User } from '../users/users.js'

/** Somebody of whom a provider has just said who they are. */
export interface ProvenIdentity {
  provider: SocialProvider
  subject: string
  email: string | null
  /** Whether the provider vouches for the email. */
  emailVerified: boolean
}

/**
 * The person behind a proven identity. Somebody new gets an account: with the email when the provider vouches for it,
 * half-made and without one otherwise. An account that already has the email is never opened by it: that is 409
 * SOCIAL_EMAIL_TAKEN, to sign in the old way and link. One exception: an account that never proved the email goes to
 * whoever proves it, emptied of every way in that was there before. Call it in a transaction.
 */
export async function userOfIdentity(
  trx: Db,
  who: ProvenIdentity,
  newUser: () => Promise<Omit<NewUser, 'email' | 'emailVerified' | 'passwordHash'>>,
): Promise<User> {
  await lockIdentity(trx, who)
  const known = await trx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(userColumns)
    .where('provider', '=', who.provider)
    .where('subject', '=', who.subject)
    .executeTakeFirst()
  if (known) return known

  const holder = who.email ? await lockHolder(trx, who.email) : undefined
  if (holder && !(who.emailVerified && !holder.email_verified_at)) throw emailTaken(who)
  const user = holder
    ? await handOver(trx, holder.id)
    : await insertUser(trx, {
        ...(await newUser()),
        email: who.emailVerified ? who.email : null,
        emailVerified: who.emailVerified && who.email !== null,
        passwordHash: null,
      })
  await insertIdentity(trx, user.id, who)
  return user
}

/**
 * Links a proven identity to a person; linking it again does nothing. An identity that only a half-made account has is
 * taken over with its end. Otherwise 409: IDENTITY_USED or IDENTITY_ALREADY_LINKED.
 */
export function linkIdentity(db: Db, userId: string, who: ProvenIdentity): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockIdentity(trx, who)
    const holder = await trx
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(['users.id', 'users.email'])
      .where('provider', '=', who.provider)
      .where('subject', '=', who.subject)
      .executeTakeFirst()
    if (holder?.id === userId) return
    const params = { provider: socialProviderNames[who.provider] }
    if (holder && holder.email !== null) throw new ToileError('IDENTITY_USED', { params })
    if (holder) {
      // Nothing else can hang on it: its limited token could do no more than bind an email.
      await revokeSessionsOf(trx, holder.id)
      await trx.deleteFrom('users').where('id', '=', holder.id).where('email', 'is', null).execute()
    }
    await insertIdentity(trx, userId, who)
    await mailUser(trx, userId, 'identity_linked', who.provider)
  })
}

/** Unlinks a provider: 404 when it is not linked, 409 LAST_WAY_IN when nothing else opens the account. */
export function unlinkIdentity(db: Db, userId: string, provider: SocialProvider): Promise<void> {
  return inTransaction(db, async (trx) => {
    // The row is locked, so that two at once cannot each take the other for the way that stays.
    const user = await trx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const linked = await listIdentities(trx, userId)
    if (!linked.some((identity) => identity.type === provider)) throw new ToileError('NOT_FOUND')
    if (linked.length === 1 && !user.password_hash) throw new ToileError('LAST_WAY_IN')
    await trx.deleteFrom('identities').where('user_id', '=', userId).where('provider', '=', provider).execute()
    await mailUser(trx, userId, 'identity_unlinked', provider)
  })
}

/** A person's linked providers, the first linked first. */
export function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider as type', 'provider_email as email', 'created_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute()
}

/** One at a time for one identity, until the transaction ends: two callbacks at once must not make two accounts. */
async function lockIdentity(trx: Db, { provider, subject }: ProvenIdentity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}:${subject}`}, 0))`.execute(trx)
}

function lockHolder(trx: Db, email: string): Promise<User | undefined> {
  return trx
    .selectFrom('users')
    .select(userColumns)
    .where('email', 'in', emailSpellings(email))
    .forUpdate()
    .executeTakeFirst()
}

/** Whoever registered with an address that was not theirs keeps nothing that opens the account. */
async function handOver(trx: Db, userId: string): Promise<User> {
  await revokeSessionsOf(trx, userId)
  await trx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await cancelTokens(trx, userId, tokenPurposes)
  return trx
    .updateTable('users')
    .set({ password_hash: null, email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

async function insertIdentity(trx: Db, userId: string, { provider, subject, email }: ProvenIdentity): Promise<void> {
  try {
    await trx.insertInto('identities').values({ provider, subject, user_id: userId, provider_email: email }).execute()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'identities_user_id_provider_key') throw error
    throw new ToileError('IDENTITY_ALREADY_LINKED', { params: { provider: socialProviderNames[provider] } })
  }
}

/** Tells a proven address that a way into its account came or went, so that a stranger's doing is noticed. */
async function mailUser(
  trx: Db,
  userId: string,
  kind: 'identity_linked' | 'identity_unlinked',
  provider: SocialProvider,
) {
  const user = await findUser(trx, userId)
  if (!user?.email || !user.email_verified_at) return
  await insertMail(trx, { kind, userId, address: user.email, params: { provider: socialProviderNames[provider] } })
}

function emailTaken({ provider }: ProvenIdentity): ToileError {
  return new ToileError('SOCIAL_EMAIL_TAKEN', { params: { provider: socialProviderNames[provider] } })
}
