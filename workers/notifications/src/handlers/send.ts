import { createHash, randomBytes } from 'node:crypto'
import type { JobContext } from '@toile/bus/worker'
import type { StoredFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import { tokenPages, tokenPurposes, type TokenPurpose } from '@toile/contracts/one-time-tokens.constants'
import type { Db } from '@toile/db/client'
import { endMail, findWaitingMail, type WaitingMail } from '@toile/db/queries/mails'
import { armToken, openToken } from '@toile/db/queries/one-time-tokens'
import { findUserByEmail, findUser, type User } from '@toile/db/queries/users'
import { renderMail } from '../render.js'
import type { Transport } from '../transport.js'

export interface Parts {
  db: Db
  transport: Transport
  publicUrl: string
}

const TOKEN_BYTES = 32

/**
 * Sends one mail. Its token is made here, in the moment of sending, and only its hash is kept: nothing that lies in
 * Postgres, in Redis or in a job can open a link. Tried again, it gets another token, so that of two letters the later
 * one is good; whoever asked anew meanwhile gets no older one.
 */
export function sendMail({ db, transport, publicUrl }: Parts) {
  return async (payload: JobPayload, { log }: JobContext): Promise<void> => {
    const mail = await findWaitingMail(db, payload)
    if (!mail) return
    const user = await receiverOf(db, mail)
    const link = user && isPurpose(mail.kind) ? await linkOf(db, mail, user, publicUrl, mail.kind) : undefined
    if (!user || (isPurpose(mail.kind) && !link)) {
      await endMail(db, payload, 'cancelled')
      return
    }
    const letter = renderMail(mail.kind, user.language, {
      link: link ?? '',
      publicUrl,
      address: user.email ?? mail.address,
      username: user.username,
    })
    await transport.send({ id: mail.id, kind: mail.kind, to: mail.address, ...letter })
    await endMail(db, payload, 'sent')
    log.info({ kind: mail.kind }, 'mail sent')
  }
}

/** The mail could not be sent for good: it stays as a dead letter with its reason. */
export function failMail({ db }: Parts) {
  return async (payload: JobPayload, failure: StoredFailure): Promise<void> => {
    await endMail(db, payload, 'failed', failure)
  }
}

/** Whom a mail is for. A reset is asked for by an address alone: here it shows whether that address has an account. */
function receiverOf(db: Db, mail: WaitingMail): Promise<User | undefined> {
  return mail.user_id ? findUser(db, mail.user_id) : findUserByEmail(db, mail.address)
}

/** A fresh link, good from now on; undefined when a newer one has taken its place. */
async function linkOf(
  db: Db,
  mail: WaitingMail,
  user: User,
  publicUrl: string,
  purpose: TokenPurpose,
): Promise<string | undefined> {
  const tokenId = mail.token_id ?? (await openToken(db, { userId: user.id, purpose, email: mail.address }))
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const armed = await armToken(db, tokenId, createHash('sha256').update(token).digest())
  return armed ? `${publicUrl}${tokenPages[purpose]}#token=${token}` : undefined
}

function isPurpose(kind: string): kind is TokenPurpose {
  return (tokenPurposes as readonly string[]).includes(kind)
}
