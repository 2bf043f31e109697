import { cleanEmail, emailProblem, newPasswordProblems } from '@toile/contracts/users/accounts'
import { invalidInput, ToileError, type FieldProblem } from '@toile/contracts/errors'
import { inTransaction } from '@toile/db/client'
import { insertMail } from '@toile/db/notifications/mails'
import { findTokenOwner } from '@toile/db/sessions/one-time-tokens'
import { changePassword, lockPassword, resetPassword } from '@toile/db/sessions/passwords'
import { findUserByEmail } from '@toile/db/users/users'
import { hashPassword } from '@toile/runtime/passwords'
import { hashToken } from '@toile/runtime/one-time-tokens'
import { reauthenticate } from '../../http/reauthenticate.js'
import type { Context } from '../../http/context.js'
import type { Handlers } from '../../http/register-routes.js'

export function passwordHandlers({ knownBrowsers, takeMailAllowance, meView }: Context) {
  return {
    // The handler does the same work for known and unknown addresses, so that its duration reveals nothing. A browser
    // known to the address's owner has a separate allowance, which strangers cannot use up.
    async retrievePassword({ body, db, request }) {
      const address = body.email.trim()
      const problem = emailProblem(address)
      if (problem) throw invalidInput({ email: [problem] })
      const knownBrowser = await knownBrowsers.find(request, async () => {
        const owner = await findUserByEmail(db, address)
        // Anyone can register another user's address, so only a verified one counts.
        return owner?.email_verified_at ? owner : undefined
      })
      if ((await takeMailAllowance('reset_password', cleanEmail(address), request, knownBrowser)) === 0)
        await insertMail(db, { kind: 'reset_password', userId: null, address })
    },

    async resetPassword({ body, db }) {
      refuse(newPasswordProblems(body))
      const token = hashToken(body.token)
      // The link is checked first, because hashing is expensive and should not happen for an invalid link.
      const owner = await findTokenOwner(db, token, ['reset_password'])
      if (!owner) throw new ToileError('LINK_INVALID')
      await resetPassword(db, token, await hashPassword(body.password, { person: owner.id }))
    },

    async changePassword({ body, db, user, caller, sessionId }) {
      refuse(newPasswordProblems(body, [user.username, ...(user.email ? [user.email] : [])]))
      const proven = await reauthenticate(db, caller, {
        code: 'PASSWORD_NOT_CHANGED',
        field: 'currentPassword',
        password: body.currentPassword,
      })
      const passwordHash = await hashPassword(body.password, caller.hashedFor)
      await inTransaction(db, async (trx) => {
        // Only the first of concurrent calls succeeds: the others verified an outdated password.
        if (!(await lockPassword(trx, user.id, proven))) throw new ToileError('STATE_CONFLICT')
        await changePassword(trx, user, passwordHash, sessionId)
      })
      return { user: await meView(db, user) }
    },
  } satisfies Partial<Handlers>
}

function refuse(fields: Record<string, FieldProblem[]>): void {
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
