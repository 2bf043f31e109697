import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { accountProblems, cleanEmail, newPasswordProblems } from '@toile/contracts/users/accounts'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { Body } from '@toile/contracts/route'
import { inTransaction, type Db } from '@toile/db/client'
import { revokeSession } from '@toile/db/sessions/sessions'
import { insertMail } from '@toile/db/notifications/mails'
import { mailLink } from '@toile/db/sessions/one-time-tokens'
import { lockPassword } from '@toile/db/sessions/passwords'
import { assertNamesFree, findLogin, findUser, findUserByEmail, insertUser, type User } from '@toile/db/users/users'
import type { Config } from '@toile/runtime/config'
import { hashPassword, passwordFits } from '@toile/runtime/passwords'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'
import type { Routes } from '@toile/contracts/routes'

const REFER = /^[A-Za-z0-9_-]{1,64}$/

/** A referral value of an address, if it looks like one. */
export function referOf(text: string | undefined): string | undefined {
  return text && REFER.test(text) ? text : undefined
}

/**
 * The code of whoever invited somebody: as it was typed, or as the address had it by which they came. Nobody invites
 * themselves: one's own code counts as none.
 */
export function inviteCodeOf(
  { inviteCode, refer }: { inviteCode?: string; refer?: string },
  caller: User | undefined,
): string | undefined {
  const code = (inviteCode?.trim() || referOf(refer))?.toLowerCase()
  return code === caller?.invite_code ? undefined : code
}

export function userHandlers({ config, signIn, meView, takeMailAllowance, knownBrowsers }: Context) {
  const mailOwner = async (db: Db, email: string, request: FastifyRequest): Promise<void> => {
    const owner = await findUserByEmail(db, email)
    if (owner && (await takeMailAllowance('address_in_use', email, request)) === 0)
      await insertMail(db, { kind: 'address_in_use', userId: owner.id, address: email })
  }

  return {
    async register({ body, db, user, language, request, reply }) {
      checkRegistration(body)
      const email = cleanEmail(body.email)
      const username = body.username.normalize('NFC').trim()
      try {
        // What is taken costs no hash; what has cost one counts, whatever comes of it.
        await assertNamesFree(db, { username, email })
        const passwordHash = await hashPassword(body.password, { address: request.ip })
        const settle = request.settleLimits
        request.settleLimits = async () => settle?.(201)
        const account = {
          username,
          email,
          passwordHash,
          inviteCode: randomBytes(6).toString('hex'),
          refer: referOf(body.refer),
          invitedByCode: inviteCodeOf(body, user),
          language,
        }
        // Where the address has had its share they ask for it later, signed in, as for one that went astray.
        const isMailed = (await takeMailAllowance('verify_email', email, request)) === 0
        const signedIn = await inTransaction(db, async (trx) => {
          const user = await insertUser(trx, account)
          if (isMailed) await mailLink(trx, user, 'verify_email', email)
          return signIn(trx, user, request)
        })
        knownBrowsers.remember(request, reply, signedIn.user.id)
        return signedIn
      } catch (error) {
        if (!(error instanceof ToileError && error.fields?.['email'])) throw error
        // Not for strangers to know; whoever owns the address is told.
        await mailOwner(db, email, request)
        throw new ToileError('REGISTER_FAILED', { cause: error })
      }
    },

    async login({ body, db, request, reply }) {
      const found = await findLogin(db, body.login)
      const isKnown = found && (await knownBrowsers.find(request, async () => found))
      const by = isKnown ? { person: found.id } : { address: request.ip }
      const fits = await passwordFits(found?.password_hash, body.password, by)
      if (!fits || !found) throw new ToileError('WRONG_LOGIN')
      // Demo passwords lie readable on the machine that runs Toile: they open nothing from elsewhere.
      if (found.demo && !config.demoSignInFromAnywhere && !isFromHere(request, config))
        throw new ToileError('DEMO_LOGIN_REMOTE')
      const signedIn = await inTransaction(db, async (trx) => {
        // Changed while this waited to be checked: the sessions of the one before are gone, and this would be one.
        if (!(await lockPassword(trx, found.id, found.password_hash!))) throw new ToileError('WRONG_LOGIN')
        return signIn(trx, found, request)
      })
      knownBrowsers.remember(request, reply, found.id)
      return signedIn
    },

    async logout({ db, sessionId }) {
      await revokeSession(db, sessionId!)
    },

    async me({ db, user }) {
      // What the session's check believes may be half a second old; this answer follows changes by its own caller.
      return meView(db, (await findUser(db, user.id)) ?? user)
    },
  } satisfies Partial<Handlers>
}

function checkRegistration(body: Body<Routes['register']>): void {
  const own = [body.username.trim(), body.email.trim(), cleanEmail(body.email)]
  const fields = { ...accountProblems(body), ...newPasswordProblems(body, own) }
  if (!body.agree) fields['agree'] = [{ code: 'FIELD_MUST_AGREE' }]
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}

/** What proxies add, whichever program they are: one on this machine speaks for somebody else. */
const PROXY_HEADER =
  /^(forwarded.*|via|cdn-loop|x-(real|remote|proxyuser)-(ip|addr)|x-(original-)?forwarded.*|x-original-(for|host)|.*client-?ip|.*connecting-ip(v6)?|x-(appengine-user-ip|envoy-external-address|host))$/

/** Straight from this machine, and to an address that only this machine has, or to the one that Toile is known by. */
function isFromHere({ ip, headers, hostname }: FastifyRequest, { publicUrl }: Config): boolean {
  const isLoopback = (address: string) => isIP(address) > 0 && /^(127\.|::1$|::ffff:127\.)/.test(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return (
    isLoopback(ip) &&
    !Object.keys(headers).some((name) => PROXY_HEADER.test(name)) &&
    (isLoopback(host) || host === 'localhost' || host === new URL(publicUrl).hostname)
  )
}
