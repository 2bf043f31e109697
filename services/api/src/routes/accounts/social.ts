import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { cleanEmail, emailProblem } from '@toile/contracts/users/accounts'
import { ToileError } from '@toile/contracts/errors'
import type { SocialSignedIn } from '@toile/contracts/sessions/social'
import { socialProviderNames, socialProviders, type SocialProvider } from '@toile/contracts/sessions/social.constants'
import { MAX_EMAIL_LENGTH } from '@toile/contracts/users/users.constants'
import { inTransaction, type Db } from '@toile/db/client'
import {
  linkIdentity,
  listIdentities,
  unlinkIdentity,
  userOfIdentity,
  type ProvenIdentity,
} from '@toile/db/sessions/identities'
import type { TokenClaims } from '@toile/runtime/tokens'
import type { Caller } from '../../http/authentication.js'
import { type Call, type Handlers, SENT } from '../../http/register-routes.js'
import { reauthenticate } from '../../http/reauthenticate.js'
import { namesFor } from '../../social/new-person.js'
import type { SocialProfile } from '../../social/provider.js'
import { inviteCodeOf, referOf } from './users.js'
import type { Context } from '../../http/context.js'
import type { Routes } from '@toile/contracts/routes'

type Completing = Pick<Call<Routes['completeGoogle']>, 'db' | 'body' | 'caller' | 'language' | 'request' | 'reply'>

export function socialHandlers({ social, signIn, meView }: Context) {
  const complete =
    (provider: SocialProvider) =>
    async (call: Completing): Promise<SocialSignedIn> => {
      const { db, body, request, language } = call
      const { profile, userId } = await social.finish(social.named(provider), call, body)
      const who = identityOf(provider, profile)
      if (userId) return link(call, userId, who)
      return inTransaction(db, async (trx) => {
        const account: { isNew?: true } = {}
        const user = await userOfIdentity(trx, who, async () => {
          account.isNew = true
          return {
            ...(await namesFor(trx, profile.name)),
            inviteCode: randomBytes(6).toString('hex'),
            refer: referOf(body.refer),
            invitedByCode: inviteCodeOf(body, call.caller?.user),
            language,
          }
        })
        // Without an email address, the account could get no mail, nor do anything that requires a verified address.
        // Therefore this session may use only the routes of the step until the user has confirmed an address.
        const step = user.email === null ? ('bind_email' as const) : undefined
        const signedIn = await signIn(trx, user, request, step)
        return { ...signedIn, ...account, ...(step && who.email && { suggestedEmail: who.email }) }
      })
    }

  /** Links the identity only for the user who began the linking. The user's session continues. */
  const link = async (
    { db, request, caller }: Completing,
    userId: string,
    who: ProvenIdentity,
  ): Promise<SocialSignedIn> => {
    if (caller?.user.id !== userId) throw new ToileError('SOCIAL_STATE_INVALID')
    await linkIdentity(db, userId, who)
    const token = request.headers.authorization!.slice('Bearer '.length)
    const { exp } = request.server.jwt.decode<TokenClaims>(token)!
    return {
      token,
      expiresAt: new Date(exp * 1_000).toISOString(),
      user: await meView(db, caller.user),
      linked: who.provider,
    }
  }

  return {
    async listProviders() {
      return { items: social.configured.map((type) => ({ type, name: socialProviderNames[type] })), nextCursor: null }
    },

    async startSocial(call) {
      const { params, query, request, reply } = call
      if (query.code !== undefined || query.error !== undefined) return sendPage(reply)
      const provider = socialProviders.find((one) => one === params.type) ?? social.named(params.type)
      // HEAD must not start a sign-in. If the provider is not configured, the sign-in page shows which providers are.
      if (request.method === 'HEAD' || !social.configured.includes(provider)) return redirect(reply, '/login/signin')
      const url = await social.start(provider, call, null).catch((error: unknown) => {
        // A browser shows this response, so a server error redirects to the page with a retry button.
        if (error instanceof ToileError && error.statusCode >= 500)
          return `/social/${provider}/login?error=${error.code.toLowerCase()}`
        throw error
      })
      return redirect(reply, url)
    },

    completeGoogle: complete('google'),
    completeFacebook: complete('facebook'),

    async listIdentities({ db, user }) {
      const items = await listIdentities(db, user.id)
      return {
        items: items.map((identity) => ({
          ...identity,
          name: socialProviderNames[identity.type],
          linkedAt: identity.linkedAt.toISOString(),
        })),
        nextCursor: null,
      }
    },

    async linkIdentity(call) {
      const { db, params, body, caller } = call
      const provider = social.named(params.type)
      await proveOneself(db, caller, body?.password)
      return { url: await social.start(provider, call, caller.user.id) }
    },

    async unlinkIdentity({ db, params, body, caller }) {
      const provider = social.named(params.type)
      await proveOneself(db, caller, body?.password)
      await unlinkIdentity(db, caller.user.id, provider)
    },
  } satisfies Partial<Handlers>
}

const proveOneself = (db: Db, caller: Caller, password: string | undefined) =>
  reauthenticate(db, caller, { code: 'INVALID_INPUT', field: 'password', password })

function identityOf(provider: SocialProvider, { subject, email, emailVerified }: SocialProfile): ProvenIdentity {
  const usable = email !== null && email.length <= MAX_EMAIL_LENGTH && !emailProblem(email)
  return { provider, subject, email: usable ? cleanEmail(email) : null, emailVerified: usable && emailVerified }
}

function redirect(reply: FastifyReply, url: string): typeof SENT {
  void reply.redirect(url)
  return SENT
}

/** The not-found handler sends the web app's page. */
function sendPage(reply: FastifyReply): typeof SENT {
  reply.callNotFound()
  return SENT
}
