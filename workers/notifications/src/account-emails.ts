import type { AccountMailKind } from '@toile/contracts/notifications/mails.constants'
import { tokenPages, tokenPurposes, type TokenPurpose } from '@toile/contracts/sessions/one-time-tokens.constants'
import type { Db } from '@toile/db/client'
import type { WaitingMail } from '@toile/db/notifications/mails'
import { armToken, openToken, type NewToken } from '@toile/db/sessions/one-time-tokens'
import { findUserByEmail, findUser, type User } from '@toile/db/users/users'
import { newToken } from '@toile/runtime/one-time-tokens'
import { renderMail } from './render.js'
import type { Email } from './transport.js'

/**
 * Creates the link's token only at sending and stores only the token's hash, so that Postgres and Redis never hold a
 * working link. Undefined if there is no account, the link was cancelled or used, or the announced removal of uploads
 * no longer applies.
 */
export async function accountEmail(
  db: Db,
  publicUrl: string,
  mail: WaitingMail & { kind: AccountMailKind },
): Promise<Email | undefined> {
  const user = await receiverOf(db, mail)
  if (!user) return undefined
  // A password reset goes to the address as the account spells it, because the user may have typed another spelling.
  const to = (mail.user_id ? mail.address : user.email) ?? ''
  const purpose = tokenPurposes.find((one) => one === mail.kind)
  const token = purpose && (await freshToken(db, mail, { userId: user.id, purpose, email: to }))
  if (purpose && !token) return undefined
  // The user has confirmed the address meanwhile, so no uploads are removed.
  if (mail.kind === 'uploads_removal' && user.email_verified_at) return undefined
  const link = purpose
    ? `${publicUrl}${tokenPages[purpose as TokenPurpose]}#token=${token}`
    : `${publicUrl}/login/mailbox`
  const { provider = '', reason = '', until = '', date = '' } = mail.params as Record<string, string>
  const values = { link, publicUrl, username: user.username, provider, reason, until, date }
  const laidOut = renderMail(mail.kind, user.language, values)
  return { id: mail.id, kind: mail.kind, to, ...laidOut }
}

/** A password reset names no user. The user is found only now, so that the API's answer reveals no accounts. */
function receiverOf(db: Db, mail: WaitingMail): Promise<User | undefined> {
  return mail.user_id ? findUser(db, mail.user_id) : findUserByEmail(db, mail.address)
}

/** A new token for the mail's link; undefined if the link was cancelled or used. */
async function freshToken(db: Db, mail: WaitingMail, about: NewToken): Promise<string | undefined> {
  const id = mail.token_id ?? (await openToken(db, about))
  const { token, hash } = newToken()
  return (await armToken(db, id, hash)) ? token : undefined
}
