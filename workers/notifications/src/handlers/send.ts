import { createHash, randomBytes } from 'node:crypto'
import type { JobContext } from '@toile/bus/worker'
import type { StoredFailure } from '@toile/contracts/failures'
import type { JobPayload } from '@toile/contracts/jobs'
import type { MailKind } from '@toile/contracts/mails.constants'
import { tokenPages, tokenPurposes, type TokenPurpose } from '@toile/contracts/one-time-tokens.constants'
import type { Db } from '@toile/db/client'
import { endMail, findWaitingMail, type WaitingMail } from '@toile/db/queries/mails'
import { armToken, openToken, type NewToken } from '@toile/db/queries/one-time-tokens'
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
    // To the address as its account has it: what was typed may be another one that merely compares as equal.
    const to = (mail.user_id ? mail.address : user?.email) ?? ''
    const purpose = purposeOf(mail.kind)
    const token = user && purpose && (await freshToken(db, mail, { userId: user.id, purpose, email: to }))
    // Nobody has that address, or a newer link has taken this one's place.
    if (!user || (purpose && !token)) {
      await endMail(db, payload, 'cancelled')
      return
    }
    const link = purpose ? `${publicUrl}${tokenPages[purpose]}#token=${token}` : ''
    const provider = String(mail.params['provider'] ?? '')
    const letter = renderMail(mail.kind, user.language, { link, publicUrl, username: user.username, provider })
    await transport.send({ id: mail.id, kind: mail.kind, to, ...letter })
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

/** A token that is good from now on; undefined when a newer link has taken its place. */
async function freshToken(db: Db, mail: WaitingMail, about: NewToken): Promise<string | undefined> {
  const id = mail.token_id ?? (await openToken(db, about))
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const armed = await armToken(db, id, createHash('sha256').update(token).digest())
  return armed ? token : undefined
}

function purposeOf(kind: MailKind): TokenPurpose | undefined {
  return tokenPurposes.find((purpose) => purpose === kind)
}
