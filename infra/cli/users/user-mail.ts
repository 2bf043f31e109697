import { inTransaction } from '@toile/db/client'
import { recordAudit } from '@toile/db/audit/audit'
import { insertMail } from '@toile/db/notifications/mails'
import { markEmailVerified } from '@toile/db/users/user-rights'
import { CommandFailed } from '../command.js'
import { userCommand } from './user-of.js'

/** The address counts as confirmed without a mail, because the operator vouches for it. */
export const userVerifyEmail = userCommand('verify-email', async (db, { id, email }) => {
  if (!email) throw new CommandFailed('This account has no email.')
  return (await markEmailVerified(db, { id, actorId: null }))
    ? `${email} counts as confirmed.`
    : `${email} was confirmed before.`
})

/** Sends the same mail as "Forgot password?" does. */
export const userResetPassword = userCommand('reset-password', async (db, { id, email }) => {
  if (!email) throw new CommandFailed('This account has no email.')
  await inTransaction(db, async (trx) => {
    await insertMail(trx, { kind: 'reset_password', userId: null, address: email })
    await recordAudit(trx, { actorId: null, action: 'user.passwordLinkSent', subjectKind: 'user', subjectId: id })
  })
  return `A link to set a new password is on its way to ${email}.`
})
