import cookie from '@fastify/cookie'
import type { OAuth2Namespace } from '@fastify/oauth2'
import Fastify, { type FastifyRequest } from 'fastify'
import {
  SOCIAL_STATE_MINUTES,
  SOCIAL_TIMEOUT_SECONDS,
  type SocialProvider,
} from '@toile/contracts/sessions/social.constants'

export interface SocialRequest extends FastifyRequest {
  social: {
    state: string
    /** The plugin calls this with the state cookie. Returns true if this browser began the sign-in, else throws. */
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
  publicUrl: string
}

const MAX_ANSWER_BYTES = 100_000

/**
 * The plugin needs the provider's endpoints when it is registered, and Google's are fetched from Google. If the plugin
 * were registered in the API's own instance, the API could not start while Google is down. Therefore each provider gets
 * a Fastify instance that never listens and that is created only after the endpoints are known.
 */
export async function openOAuth(options: OAuthOptions): Promise<OAuth2Namespace> {
  const { default: oauth2 } = await import('@fastify/oauth2')
  const holder = Fastify()
  const authorize = new URL(options.authorizeUrl)
  const token = new URL(options.tokenUrl)
  const isSecure = options.publicUrl.startsWith('https:')
  // Browsers accept a `__Host-` cookie only from this exact host over https, so no sibling domain can plant the cookie.
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
      // The client's secret is sent in the body, because Facebook does not read it from the header.
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

export function callbackUrl(publicUrl: string, provider: SocialProvider): string {
  return `${publicUrl}/social/${provider}/login`
}
