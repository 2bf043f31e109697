import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import { socialProviders, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import type { Db } from '@toile/db/client'
import { insertSocialState, takeSocialState, type SocialState } from '@toile/db/users/social-transitions'
import type { Config } from '@toile/runtime/config'
import { createFacebook } from './facebook.js'
import { callProvider } from './faults.js'
import { createGoogle } from './google.js'
import type { SocialRequest } from './oauth.js'
import type { Provider, SocialProfile } from './provider.js'

/** One call that starts or finishes a sign-in. */
interface SocialCall {
  db: Db
  request: FastifyRequest
  reply: FastifyReply
}

export interface Social {
  /** Those that are configured. */
  configured: SocialProvider[]
  /** A path's word as a provider; 404 when it is unknown or not configured. */
  named(type: string): SocialProvider
  /** Begins: cookies for this browser, a row for its state, and the provider's address to go to. */
  start(type: SocialProvider, call: SocialCall, userId: string | null): Promise<string>
  /** Ends, after at most 5 s and without holding a connection to Postgres meanwhile: who came back, and who began. */
  finish(
    type: SocialProvider,
    call: SocialCall,
    back: { code: string; state: string },
  ): Promise<{ profile: SocialProfile; userId: string | null }>
}

/** Sign-in by the configured providers: what every provider has in common. Throws as callProvider does. */
export function createSocial({ social, publicUrl }: Config): Social {
  const providers: Partial<Record<SocialProvider, Provider>> = {
    ...(social.google && { google: createGoogle(social.google, publicUrl) }),
    ...(social.facebook && { facebook: createFacebook(social.facebook, publicUrl) }),
  }
  return {
    configured: socialProviders.filter((type) => providers[type]),

    named(type) {
      const found = socialProviders.find((provider) => provider === type && providers[provider])
      if (!found) throw new ToileError('NOT_FOUND')
      return found
    },

    async start(type, { db, request, reply }, userId) {
      refuseCrossSite(request)
      const provider = providers[type]!
      const oauth = await callProvider(type, provider.oauth)
      const state = randomBytes(32).toString('base64url')
      const nonce = randomBytes(32).toString('base64url')
      await insertSocialState(db, state, { provider: type, nonce, userId })
      const social: SocialRequest['social'] = { state, isOurs: async () => false }
      const url = new URL(await oauth.generateAuthorizationUri(derive(request, { social }), reply))
      for (const [name, value] of Object.entries(provider.parameters(nonce))) url.searchParams.set(name, value)
      return url.href
    },

    async finish(type, { db, request, reply }, { code, state }) {
      refuseCrossSite(request)
      const provider = providers[type]!
      return callProvider(type, async (signal) => {
        const oauth = await provider.oauth(signal)
        let begun: SocialState | undefined
        // The plugin asks this before it spends the code. The row is taken even when the provider is another: a state
        // is good for one try.
        const isOurs = async (cookie: string | undefined) => {
          begun = isSame(cookie, state) ? await takeSocialState(db, state).catch(postgresIsAway) : undefined
          if (begun?.provider !== type) throw new ToileError('SOCIAL_STATE_INVALID')
          return true
        }
        const back = derive(request, { query: { code, state }, social: { state, isOurs } })
        const { token } = await oauth.getAccessTokenFromAuthorizationCodeFlow(back, reply)
        const { nonce, userId } = begun!
        return { profile: await provider.profile(token, nonce, signal), userId }
      })
    },
  }
}

/**
 * These calls act on cookies, so other sites must not be able to cause them: neither a start, which would sign a person
 * in unasked, nor an end. Browsers say where a call comes from; programs do not, and have no cookies of others.
 */
function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ToileError('FORBIDDEN')
}

/** The request with something more on it, for the plugin, which reads the query and cookies of what it is given. */
function derive(request: FastifyRequest, more: object): SocialRequest {
  return Object.create(request, Object.getOwnPropertyDescriptors(more)) as SocialRequest
}

/** Said here, or it would read as the provider's fault. */
function postgresIsAway(cause: unknown): never {
  throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause })
}

function isSame(cookie: string | undefined, state: string): boolean {
  const [a, b] = [Buffer.from(cookie ?? ''), Buffer.from(state)]
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}
