import type { JobContext } from '@toile/bus/worker'
import type { StoredFailure } from '@toile/contracts/failures'
import { newId } from '@toile/contracts/ids'
import type { JobPayload } from '@toile/contracts/jobs'
import {
  notificationMailKinds,
  type AccountMailKind,
  type NotificationMailKind,
} from '@toile/contracts/notifications/mails.constants'
import type { Db } from '@toile/db/client'
import {
  claimMail,
  endMail,
  findWaitingMail,
  holdsMail,
  releaseMail,
  type WaitingMail,
} from '@toile/db/notifications/mails'
import { refuseAddress } from '@toile/db/notifications/notification-mails'
import { RetryLater } from '@toile/runtime/retry-later'
import { accountEmail } from '../account-emails.js'
import { notificationEmail } from '../digest-email.js'
import type { Email, Transport } from '../transport.js'

export interface Parts {
  db: Db
  transport: Transport
  publicUrl: string
  claimSeconds: number
}

/**
 * Checks the claim again right before sending, because the claim may have expired while this worker was frozen. If the
 * worker stops between this check and endMail(), the mail may still be sent twice, with the same Message-ID.
 */
export function sendMail({ db, transport, publicUrl, claimSeconds }: Parts) {
  return async (payload: JobPayload, { log }: JobContext): Promise<void> => {
    const claim = newId()
    const taken = await claimMail(db, payload, claim, claimSeconds)
    if (taken === 'ended') return
    if (taken !== 'claimed') throw new RetryLater('another worker has this mail', taken.waitSeconds)
    try {
      const mail = await findWaitingMail(db, payload)
      const email = mail && (await emailOf(db, publicUrl, mail))
      if (!email) {
        await endMail(db, payload, 'cancelled')
        return
      }
      if (!(await holdsMail(db, payload.id, claim))) return
      await transport.send(email)
      await endMail(db, payload, 'sent')
      log.info({ kind: email.kind }, 'mail sent')
    } catch (error) {
      await releaseMail(db, payload.id, claim).catch(() => {})
      throw error
    }
  }
}

/** Stores the failure. A refused address gets only account mails until the user confirms it again or changes it. */
export function failMail({ db }: Pick<Parts, 'db'>) {
  return async (payload: JobPayload, failure: StoredFailure): Promise<void> => {
    if (failure.code === 'MAIL_REFUSED' && failure.params['of'] === 'address')
      await refuseAddress(db, payload.id, Number(failure.params['status']))
    await endMail(db, payload, 'failed', failure)
  }
}

function emailOf(db: Db, publicUrl: string, mail: WaitingMail): Promise<Email | undefined> {
  const { kind } = mail
  return isNotificationMail(kind)
    ? notificationEmail(db, publicUrl, { ...mail, kind })
    : accountEmail(db, publicUrl, { ...mail, kind })
}

function isNotificationMail(kind: AccountMailKind | NotificationMailKind): kind is NotificationMailKind {
  return (notificationMailKinds as readonly string[]).includes(kind)
}
