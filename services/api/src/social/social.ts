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

interface SocialCall {
  db: Db
  request: FastifyRequest
  reply: FastifyReply
}

export function createSocial({ social, publicUrl }: Config) {
  const providers: Partial<Record<SocialProvider, Provider>> = {
    ...(social.google && { google: createGoogle(social.google, publicUrl) }),
    ...(social.facebook && { facebook: createFacebook(social.facebook, publicUrl) }),
  }
  return {
    configured: socialProviders.filter((type) => providers[type]),

    /** @throws NOT_FOUND if the provider is unknown or not configured */
    named(type: string): SocialProvider {
      const found = socialProviders.find((provider) => provider === type && providers[provider])
      if (!found) throw new ToileError('NOT_FOUND')
      return found
    },

    async start(type: SocialProvider, { db, request, reply }: SocialCall, userId: string | null): Promise<string> {
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

    /** Takes at most `SOCIAL_TIMEOUT_SECONDS`. Holds no Postgres connection while it calls the provider. */
    async finish(
      type: SocialProvider,
      { db, request, reply }: SocialCall,
      { code, state }: { code: string; state: string },
    ): Promise<{ profile: SocialProfile; userId: string | null }> {
      refuseCrossSite(request)
      const provider = providers[type]!
      return callProvider(type, async (signal) => {
        const oauth = await provider.oauth(signal)
        let begun: SocialState | undefined
        // The plugin calls this function before it uses the code. A state of another provider is deleted too, because
        // each state allows only one attempt.
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
 * Refuses calls from pages of other origins, because sign-in relies on cookies, which a browser adds by itself.
 * Programs that are no browsers send no Sec-Fetch-Site. They are allowed, because they hold no user's cookies.
 */
function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ToileError('FORBIDDEN')
}

function derive(request: FastifyRequest, more: object): SocialRequest {
  return Object.create(request, Object.getOwnPropertyDescriptors(more)) as SocialRequest
}

/** Without this translation, callProvider() would take a Postgres error for the provider's fault. */
function postgresIsAway(cause: unknown): never {
  throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause })
}

function isSame(cookie: string | undefined, state: string): boolean {
  const [a, b] = [Buffer.from(cookie ?? ''), Buffer.from(state)]
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}
