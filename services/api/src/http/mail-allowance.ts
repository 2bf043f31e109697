import type { FastifyRequest } from 'fastify'
import { mailAllowance, type MailKind } from '@toile/contracts/notifications/mails.constants'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import type { RateLimits } from './rate-limits.js'

/** Normalizes to the mailbox: drops +labels, and Gmail's dots. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = ''] = email.slice(0, at).split('+')
  const host = email.slice(at)
  return `${/^@(gmail|googlemail)\.com$/.test(host) ? local.replaceAll('.', '') : local}${host}`
}

/** @returns seconds until the mail is allowed, 0 if it is now. Strangers must get the same response in both cases. */
export type TakeMailAllowance = (
  kind: MailKind,
  email: string,
  request: FastifyRequest,
  /** A browser in which the recipient has signed in; it has an allowance that strangers' mails do not use up. */
  knownBrowser?: string,
) => Promise<number>

export function createMailAllowance(
  { take }: RateLimits,
  { limits: { mailsPerHour } }: Pick<Config, 'limits'>,
): TakeMailAllowance {
  const calls = mailsPerHour ?? mailAllowance.mailsPerHour
  const minutely = [{ calls: 1, windowSeconds: 60 }]
  const hourly = [{ calls, windowSeconds: 3600 }]
  // Above one caller's limit, so that no single caller uses up the recipient's.
  const toRecipient = [{ calls: calls * mailAllowance.callersOfRecipient, windowSeconds: 3600 }]
  return async (kind, email, request, knownBrowser) => {
    const to = email.toLowerCase()
    const by = knownBrowser ?? request.caller?.user.id
    // Includes the recipient: a mistyped address can be corrected at once, and users of a network share no limit.
    const requesterKey = `${by ?? networkOf(request.ip)}|${to}`
    return (
      (await take(`mail:${kind}:minute`, minutely, requesterKey)) ||
      (await take(`mail:${kind}:hour`, hourly, by ?? requesterKey)) ||
      (knownBrowser ? 0 : take(`mail:${kind}:to`, toRecipient, mailboxOf(to)))
    )
  }
}
