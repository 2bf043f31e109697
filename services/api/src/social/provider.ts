import type { OAuth2Namespace } from '@fastify/oauth2'

export interface SocialProfile {
  /** The person's permanent id at the provider. Postgres refuses an id of more than 255 characters. */
  subject: string
  name: string
  email: string | null
  emailVerified: boolean
}

/** A sign-in provider. oauth() and profile() may throw errors of any kind. callProvider() makes them ToileErrors. */
export interface Provider {
  oauth(signal: AbortSignal): Promise<OAuth2Namespace>
  parameters(nonce: string): Record<string, string>
  profile(
    tokens: { access_token: string; id_token?: string | undefined },
    nonce: string,
    signal: AbortSignal,
  ): Promise<SocialProfile>
}

/** Calls `make` once and caches the result. After a failure, the next call tries again. */
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
