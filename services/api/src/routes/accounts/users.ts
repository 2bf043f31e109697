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

export function referOf(text: string | undefined): string | undefined {
  return text && REFER.test(text) ? text : undefined
}

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
        // No password is hashed for a taken name or address. Once a password is hashed, the attempt always counts.
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
        // If the mail is not allowed now, the user can request the mail later, when signed in.
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
        // Strangers must not learn that the address is taken; its owner gets a mail.
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
      // `npm start` prints the demo passwords, so by default they work only on the machine that runs Toile.
      if (found.demo && !config.demoSignInFromAnywhere && !isFromHere(request, config))
        throw new ToileError('DEMO_LOGIN_REMOTE')
      const signedIn = await inTransaction(db, async (trx) => {
        // If the password was changed meanwhile, the old one must not open a session any more.
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
      // `user` comes from a cache up to 0.5 s old, but this response must show the caller's own changes.
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

/** Headers that a proxy on this machine adds when it forwards another client's call. */
const PROXY_HEADER =
  /^(forwarded.*|via|cdn-loop|x-(real|remote|proxyuser)-(ip|addr)|x-(original-)?forwarded.*|x-original-(for|host)|.*client-?ip|.*connecting-ip(v6)?|x-(appengine-user-ip|envoy-external-address|host))$/

/** Whether the call comes directly from this machine, and is sent to loopback or to the host of Toile's public URL. */
function isFromHere({ ip, headers, hostname }: FastifyRequest, { publicUrl }: Config): boolean {
  const isLoopback = (address: string) => isIP(address) > 0 && /^(127\.|::1$|::ffff:127\.)/.test(address)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return (
    isLoopback(ip) &&
    !Object.keys(headers).some((name) => PROXY_HEADER.test(name)) &&
    (isLoopback(host) || host === 'localhost' || host === new URL(publicUrl).hostname)
  )
}
