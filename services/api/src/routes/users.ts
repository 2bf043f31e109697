import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput, ToileError, type FieldProblem } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { SignedIn } from '@toile/contracts/users'
import type { userRoutes } from '@toile/contracts/users'
import type { Body } from '@toile/contracts/route'
import { passwordLength, sessionDays, usernameLength } from '@toile/contracts/users.constants'
import type { Db } from '@toile/db/client'
import { findLogin, insertSession, insertUser, revokeSession, type User } from '@toile/db/queries/users'
import type { TokenClaims } from '@toile/runtime/tokens'
import type { HandlersOf } from '../implement.js'
import { hashPassword, passwordFits } from '../passwords.js'
import { meView } from '../views/users.js'

const EMAIL = /^[^\s@<>()",:;\\]{1,64}@[^\s@<>()",:;\\]+\.[^\s@<>()",:;\\.]{2,}$/u
/** Letters and digits of any script, and . _ - ; no @, so that a username never looks like an email. */
const USERNAME = /^[\p{L}\p{N}._-]+$/u
const REFER = /^[A-Za-z0-9_-]{1,64}$/

export function userHandlers({ app }: { app: FastifyInstance }): HandlersOf<typeof userRoutes> {
  /** A new session and its token; each sign-in has a session of its own. */
  const signIn = async (db: Db, user: User, request: FastifyRequest): Promise<SignedIn> => {
    const sid = newId()
    const expiresAt = new Date(Math.floor(Date.now() / 1_000 + sessionDays * 86_400) * 1_000)
    await insertSession(db, { id: sid, userId: user.id, expiresAt, userAgent: request.headers['user-agent'] ?? '' })
    const claims: TokenClaims = { sid, sub: user.id, exp: expiresAt.getTime() / 1_000 }
    return { token: app.jwt.sign(claims), expiresAt: expiresAt.toISOString(), user: meView(user) }
  }

  return {
    async register({ body, db, language, request }) {
      checkRegistration(body)
      const user = await insertUser(db, {
        username: body.username.normalize('NFC').trim(),
        email: body.email.trim(),
        passwordHash: await hashPassword(body.password),
        inviteCode: randomBytes(6).toString('hex'),
        refer: body.refer && REFER.test(body.refer) ? body.refer : undefined,
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

    async me({ user }) {
      return meView(user)
    },
  }
}

function checkRegistration(body: Body<typeof userRoutes.register>): void {
  const fields: Record<string, FieldProblem[]> = {}
  const length = (text: string) => [...text.normalize('NFC')].length
  const check = (
    field: string,
    text: string,
    { min, max }: { min: number; max: number },
    fits: (text: string) => boolean,
  ) => {
    if (text === '') fields[field] = [{ code: 'FIELD_REQUIRED' }]
    else if (length(text) < min) fields[field] = [{ code: 'FIELD_TOO_SHORT', params: { min } }]
    else if (length(text) > max) fields[field] = [{ code: 'FIELD_TOO_LONG', params: { max } }]
    else if (!fits(text)) fields[field] = [{ code: 'FIELD_INVALID' }]
  }
  check('username', body.username.trim(), usernameLength, (text) => USERNAME.test(text))
  check('password', body.password, passwordLength, () => true)
  if (!EMAIL.test(body.email.trim())) fields['email'] = [{ code: 'FIELD_EMAIL' }]
  if (body.password !== body.passwordConfirmation)
    fields['passwordConfirmation'] = [{ code: 'FIELD_PASSWORD_MISMATCH' }]
  if (!body.agree) fields['agree'] = [{ code: 'FIELD_MUST_AGREE' }]
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}

/** Straight from this machine: a forwarding proxy on it speaks for somebody else. */
function isLoopback(request: FastifyRequest): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(request.ip) && request.headers['x-forwarded-for'] === undefined
}
