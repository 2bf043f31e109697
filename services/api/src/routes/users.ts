import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { accountProblems } from '@toile/contracts/accounts'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import type { userRoutes } from '@toile/contracts/users'
import type { Body } from '@toile/contracts/route'
import { revokeSession } from '@toile/db/queries/sessions'
import { findLogin, insertUser } from '@toile/db/queries/users'
import { hashPassword, passwordFits } from '@toile/runtime/passwords'
import type { HandlersOf } from '../implement.js'
import type { SignIn } from '../sign-in.js'
import type { UserView } from '../views/users.js'

const REFER = /^[A-Za-z0-9_-]{1,64}$/

/** A referral value of an address, if it looks like one. */
export function referOf(text: string | undefined): string | undefined {
  return text && REFER.test(text) ? text : undefined
}

interface Parts {
  signIn: SignIn
  meView: UserView
}

export function userHandlers({ signIn, meView }: Parts): HandlersOf<typeof userRoutes> {
  return {
    async register({ body, db, language, request }) {
      checkRegistration(body)
      const user = await insertUser(db, {
        username: body.username.normalize('NFC').trim(),
        email: body.email.trim(),
        passwordHash: await hashPassword(body.password),
        inviteCode: randomBytes(6).toString('hex'),
        refer: referOf(body.refer),
        invitedByCode: body.inviteCode,
        language,
      })
      return signIn(db, user, request)
    },

    async login({ body, db, request }) {
      const found = await findLogin(db, body.login.trim())
      if (!(await passwordFits(found?.password_hash, body.password)) || !found) throw new ToileError('WRONG_LOGIN')
      // Demo passwords lie readable on the machine that runs Toile: they open nothing from elsewhere.
      if (found.demo && !isLoopback(request)) throw new ToileError('DEMO_LOGIN_REMOTE')
      return signIn(db, found, request)
    },

    async logout({ db, sessionId }) {
      await revokeSession(db, sessionId!)
    },

    async me({ db, user }) {
      return meView(db, user)
    },
  }
}

function checkRegistration(body: Body<typeof userRoutes.register>): void {
  const fields = accountProblems(body)
  if (body.password !== body.passwordConfirmation)
    fields['passwordConfirmation'] = [{ code: 'FIELD_PASSWORD_MISMATCH' }]
  if (!body.agree) fields['agree'] = [{ code: 'FIELD_MUST_AGREE' }]
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}

/** Straight from this machine: a forwarding proxy on it speaks for somebody else. */
function isLoopback(request: FastifyRequest): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(request.ip) && request.headers['x-forwarded-for'] === undefined
}
