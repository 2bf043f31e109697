import type { FastifyRequest } from 'fastify'
import { cleanEmail, emailProblem } from '@toile/contracts/users/accounts'
import {
  emailTokenPurposes,
  MAX_PASSWORD_TRIES,
  TOKEN_MINUTES,
} from '@toile/contracts/sessions/one-time-tokens.constants'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { inTransaction, type Db } from '@toile/db/client'
import { confirmEmail, disownEmail } from '@toile/db/sessions/emails'
import { insertMail } from '@toile/db/notifications/mails'
import { cancelToken, findTokenOwner, mailLink, openToken } from '@toile/db/sessions/one-time-tokens'
import { findProfile } from '@toile/db/users/profiles'
import { findUserByEmail, type User } from '@toile/db/users/users'
import { passwordFits } from '@toile/runtime/passwords'
import type { TakeMailAllowance } from '../../http/mail-allowance.js'
import { hashToken } from '@toile/runtime/one-time-tokens'
import { reauthenticate } from '../../http/reauthenticate.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

/** Limit of password tries for one mailed link. The tries from all networks count together. */
const guesses = [{ calls: MAX_PASSWORD_TRIES, windowSeconds: TOKEN_MINUTES * 60 }]

export function emailHandlers({ limits, takeMailAllowance, signIn, meView }: Context) {
  /** Throws 429 if the mail is not allowed. Only for signed-in callers, because strangers must not learn this. */
  const takeMail: (...about: Parameters<TakeMailAllowance>) => Promise<void> = async (...about) => {
    const seconds = await takeMailAllowance(...about)
    if (seconds > 0) throw new ToileError('RATE_LIMITED', { params: { seconds }, retryAfterSeconds: seconds })
  }
  return {
    async sendVerification({ db, user, request }) {
      if (!user.email) throw new ToileError('STATE_CONFLICT')
      // An address that refused our mail may be confirmed again.
      const refused = (await findProfile(db, user.id))?.emailRefusedAt
      if (user.email_verified_at && !refused) throw new ToileError('EMAIL_ALREADY_VERIFIED')
      await takeMail('verify_email', user.email, request)
      await mailLink(db, user, 'verify_email', user.email)
    },

    async confirmEmail({ body, db, user: caller, caller: signedIn, request }) {
      const hash = hashToken(body.token)
      const owner = await findTokenOwner(db, hash, emailTokenPurposes)
      if (owner && owner.id !== caller?.id) {
        // The try is counted before the password is checked, so that concurrent guesses have no advantage.
        if (body.password !== undefined && (await limits.take('confirm-email', guesses, hash.toString('hex'))) > 0) {
          await cancelToken(db, hash)
          throw new ToileError('LINK_INVALID')
        }
        await assertTheirPassword(owner, body.password, request)
      }
      const { user } = await confirmEmail(db, hash)
      if (caller?.id !== user.id) return {}
      if (signedIn?.step !== 'bind_email') return { user: await meView(db, user) }
      const { token, expiresAt, user: me } = await signIn(db, user, request)
      return { user: me, session: { token, expiresAt } }
    },

    async disownEmail({ body, db }) {
      await disownEmail(db, hashToken(body.token))
    },

    async changeEmail({ body, db, user, caller, request }) {
      const email = checked(body.email)
      if (email === user.email)
        throw new ToileError('EMAIL_NOT_CHANGED', { fields: { email: [{ code: 'FIELD_TAKEN' }] } })
      await reauthenticate(db, caller, { code: 'EMAIL_NOT_CHANGED', field: 'password', password: body.password })
      await takeMail('change_email', email, request)
      await askToChange(db, user, email, 'change_email')
    },

    async bindEmail({ body, db, user, request }) {
      const email = checked(body.email)
      if (user.email) throw new ToileError('EMAIL_ALREADY_BOUND')
      await takeMail('bind_email', email, request)
      await askToChange(db, user, email, 'bind_email')
    },
  } satisfies Partial<Handlers>
}

async function assertTheirPassword(
  { password_hash }: { password_hash: string | null },
  password: string | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (password === undefined) throw new ToileError('REAUTHENTICATION_REQUIRED')
  if (!(await passwordFits(password_hash, password, { address: request.ip })))
    throw new ToileError('REAUTHENTICATION_REQUIRED', { fields: { password: [{ code: 'FIELD_PASSWORD_WRONG' }] } })
}

function checked(text: string): string {
  const problem = emailProblem(text)
  if (problem) throw invalidInput({ email: [problem] })
  return cleanEmail(text)
}

/** Mails a link to the new address, or a notice if another user has this address. Notifies a verified old address. */
async function askToChange(db: Db, user: User, email: string, kind: 'change_email' | 'bind_email'): Promise<void> {
  const owner = await findUserByEmail(db, email)
  await inTransaction(db, async (trx) => {
    if (owner && owner.id !== user.id) {
      // This token is never mailed. It makes the profile show the address as pending, as if the address were free.
      await openToken(trx, { userId: user.id, purpose: kind, email })
      await insertMail(trx, { kind: 'address_in_use', userId: owner.id, address: email })
    } else await mailLink(trx, user, kind, email)
    if (user.email && user.email_verified_at)
      await insertMail(trx, {
        kind: 'email_change_asked',
        userId: user.id,
        address: user.email,
      })
  })
}
