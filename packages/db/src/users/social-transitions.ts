import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { SOCIAL_STATE_MINUTES, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import type { Db } from '../client.js'

export interface SocialState {
  provider: SocialProvider
  nonce: string
  /** The user who links the provider; null for a sign-in. */
  userId: string | null
}

const hashOf = (state: string) => createHash('sha256').update(state).digest()

/** Stores a started sign-in under the hash of its OAuth `state`, and deletes up to 100 expired ones. */
export async function insertSocialState(db: Db, state: string, { provider, nonce, userId }: SocialState) {
  await sql`
    with expired as (
      select state_hash from social_states where expires_at < now() limit 100 for update skip locked),
    cleared as (delete from social_states where state_hash in (select state_hash from expired))
    insert into social_states (state_hash, provider, nonce, user_id, expires_at)
    values (${hashOf(state)}, ${provider}, ${nonce}, ${userId},
      now() + make_interval(mins => ${SOCIAL_STATE_MINUTES}))`.execute(db)
}

/** Returns a started sign-in and deletes it, so that it works once. Undefined if it is unknown, used or expired. */
export async function takeSocialState(db: Db, state: string): Promise<SocialState | undefined> {
  const taken = await db
    .deleteFrom('social_states')
    .where('state_hash', '=', hashOf(state))
    .returning(['provider', 'nonce', 'user_id', sql<boolean>`expires_at > now()`.as('in_time')])
    .executeTakeFirst()
  return taken?.in_time ? { provider: taken.provider, nonce: taken.nonce, userId: taken.user_id } : undefined
}
