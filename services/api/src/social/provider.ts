import type { OAuth2Namespace } from '@fastify/oauth2'

/** What a provider says of a person. */
export interface SocialProfile {
  /** Who they are there, for good; at most 255 characters. */
  subject: string
  name: string
  email: string | null
  /** Whether the provider vouches for the email. */
  emailVerified: boolean
}

/** One provider that people can sign in with. Both functions may throw whatever their calls throw; see callProvider. */
export interface Provider {
  /** The OAuth client, once the provider's endpoints are known. */
  oauth(signal: AbortSignal): Promise<OAuth2Namespace>
  /** Parameters of its own on the way there. */
  parameters(nonce: string): Record<string, string>
  /** Who came back, by the tokens of the code. */
  profile(
    tokens: { access_token: string; id_token?: string | undefined },
    nonce: string,
    signal: AbortSignal,
  ): Promise<SocialProfile>
}

/** Calls once and keeps the result; a failure is not kept. */
export function cacheResult<T>(make: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let cached: Promise<T> | undefined
  return (signal) => {
    if (!cached) {
      cached = make(signal)
      cached.catch(() => (cached = undefined))
    }
    return cached
  }
}
