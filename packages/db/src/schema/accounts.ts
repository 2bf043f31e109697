import type { Generated } from 'kysely'
import type { TokenPurpose } from '@toile/contracts/sessions/one-time-tokens.constants'
import type { AccountStep } from '@toile/contracts/sessions/sessions.constants'
import type { SocialProvider } from '@toile/contracts/sessions/social.constants'

interface Sessions {
  id: string
  user_id: string
  created_at: Generated<Date>
  expires_at: Date
  user_agent: Generated<string>
  last_seen_at: Generated<Date>
  step: AccountStep | null
  proven_at: Date | null
}

interface OneTimeTokens {
  id: string
  user_id: string
  purpose: TokenPurpose
  /** The address that receives the link. Using the link confirms it, except for `banned`. */
  email: string
  /** Null until a worker composes the mail. */
  token_hash: Buffer | null
  created_at: Generated<Date>
  expires_at: Date | null
  used_at: Date | null
  cancelled_at: Date | null
}

interface Identities {
  provider: SocialProvider
  subject: string
  user_id: string
  /** The address at the time of linking. It is shown, but never used for look-ups. */
  provider_email: string | null
  created_at: Generated<Date>
}

interface SocialStates {
  state_hash: Buffer
  provider: SocialProvider
  nonce: string
  user_id: string | null
  expires_at: Date
}

export interface AccountsTables {
  sessions: Sessions
  one_time_tokens: OneTimeTokens
  identities: Identities
  social_states: SocialStates
}
