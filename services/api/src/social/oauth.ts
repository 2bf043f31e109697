import cookie from '@fastify/cookie'
import type { OAuth2Namespace } from '@fastify/oauth2'
import Fastify, { type FastifyRequest } from 'fastify'
import {
  SOCIAL_STATE_MINUTES,
  SOCIAL_TIMEOUT_SECONDS,
  type SocialProvider,
} from '@toile/contracts/sessions/social.constants'

/** What one sign-in knows beside its request; travels on the request that the plugin is given. */
export interface SocialRequest extends FastifyRequest {
  social: {
    state: string
    /** Whether the way back belongs to this browser, by its cookie; the plugin asks. Throws when it does not. */
    isOurs: (cookie: string | undefined) => Promise<boolean>
  }
}

export interface OAuthOptions {
  provider: SocialProvider
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  scope: string[]
  /** Where people reach Toile, without a slash at the end. */
  publicUrl: string
}

const MAX_ANSWER_BYTES = 100_000

/**
 * @fastify/oauth2 for one provider: state and PKCE verifier in cookies of the browser, the way there, and the exchange
 * of the code. The plugin must know the endpoints when it is registered, and would hold up the whole API while a
 * provider is away; so it gets a Fastify of its own that never listens, made when the endpoints are known.
 */
export async function openOAuth(options: OAuthOptions): Promise<OAuth2Namespace> {
  // Loaded by those who have a provider.
  const { default: oauth2 } = await import('@fastify/oauth2')
  const holder = Fastify()
  const authorize = new URL(options.authorizeUrl)
  const token = new URL(options.tokenUrl)
  const isSecure = options.publicUrl.startsWith('https:')
  // Browsers take a cookie of this prefix from this very host by https only: no sibling can plant one.
  const prefix = `${isSecure ? '__Host-' : ''}toile-${options.provider}`
  await holder.register(cookie)
  await holder.register(oauth2, {
    name: 'provider',
    scope: options.scope,
    credentials: {
      client: { id: options.clientId, secret: options.clientSecret },
      auth: {
        authorizeHost: authorize.origin,
        authorizePath: authorize.pathname,
        tokenHost: token.origin,
        tokenPath: token.pathname,
      },
      http: { timeout: SOCIAL_TIMEOUT_SECONDS * 1_000, maxBytes: MAX_ANSWER_BYTES },
      // Facebook reads the client's secret from the body only, Google from both.
      options: { authorizationMethod: 'body' },
    },
    callbackUri: callbackUrl(options.publicUrl, options.provider),
    pkce: 'S256',
    redirectStateCookieName: `${prefix}-state`,
    verifierCookieName: `${prefix}-verifier`,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: SOCIAL_STATE_MINUTES * 60 },
    generateStateFunction: (request: FastifyRequest) => (request as SocialRequest).social.state,
    checkStateFunction: (request: FastifyRequest) =>
      (request as SocialRequest).social.isOurs(request.cookies[`${prefix}-state`]),
  })
  await holder.ready()
  return holder.oauth2Provider!
}

/** The one address that the provider sends people back to: the web page that calls complete. */
export function callbackUrl(publicUrl: string, provider: SocialProvider): string {
  return `${publicUrl}/social/${provider}/login`
}
