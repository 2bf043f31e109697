import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { tokenPurposes } from '@toile/contracts/sessions/one-time-tokens.constants'
import { socialProviderNames, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import { inTransaction, type Db } from '../client.js'
import { insertMail } from '../notifications/mails.js'
import { cancelTokens } from './one-time-tokens.js'
import { revokeSessionsOf } from './sessions.js'
import { findUser, insertUser, emailSpellings, userColumns, type NewUser, type User } from '../users/users.js'

export interface ProvenIdentity {
  provider: SocialProvider
  subject: string
  email: string | null
  emailVerified: boolean
}

/**
 * Finds or creates the user of an identity. A new account gets the email only if the provider has verified the email.
 * If the provider has verified the email of an account that has not confirmed it, the identity takes over the account.
 * All earlier ways to sign in to the account are removed. @throws ToileError SOCIAL_EMAIL_TAKEN if an account has the
 * email in any other case; the account's owner must sign in and link the provider
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

/** Also deletes an incomplete account with this identity. @throws ToileError IDENTITY_USED, IDENTITY_ALREADY_LINKED */
export function linkIdentity(db: Db, userId: string, who: ProvenIdentity): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockIdentity(trx, who)
    const holder = await trx
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(['users.id', 'users.email', 'users.password_hash'])
      .where('provider', '=', who.provider)
      .where('subject', '=', who.subject)
      .executeTakeFirst()
    if (holder?.id === userId) return
    const params = { provider: socialProviderNames[who.provider] }
    if (holder && (holder.email !== null || holder.password_hash !== null))
      throw new ToileError('IDENTITY_USED', { params })
    if (holder) {
      // An account that never had an email owns only the identity, because its sessions only allow binding an email.
      await revokeSessionsOf(trx, holder.id)
      await trx.deleteFrom('users').where('id', '=', holder.id).where('email', 'is', null).execute()
    }
    await insertIdentity(trx, userId, who)
    await mailUser(trx, userId, 'identity_linked', who.provider)
  })
}

/** @throws ToileError NOT_FOUND if the provider is not linked, LAST_WAY_IN if it is the user's only way to sign in */
export function unlinkIdentity(db: Db, userId: string, provider: SocialProvider): Promise<void> {
  return inTransaction(db, async (trx) => {
    // Locks the user, so that two concurrent calls cannot remove the last two ways to sign in.
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

export function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider as type', 'provider_email as email', 'created_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute()
}

/** Serializes the calls for an identity. Otherwise, the second of two concurrent first sign-ins would fail. */
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

/** Confirms the address and removes all ways to sign in, because a stranger may have registered the account. */
async function handOver(trx: Db, userId: string): Promise<User> {
  await revokeSessionsOf(trx, userId)
  await trx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await trx.deleteFrom('devices').where('user_id', '=', userId).execute()
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

/** Notifies a confirmed address of a new or removed way to sign in, so that its owner notices an attack. */
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
