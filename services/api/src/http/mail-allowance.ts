import type { FastifyRequest } from 'fastify'
import { mailAllowance, type MailKind } from '@toile/contracts/notifications/mails.constants'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import type { RateLimits } from './rate-limits.js'

/** The mailbox of an address: without +label, and for Gmail without dots and under one domain. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = ''] = email.slice(0, at).split('+')
  const host = email.slice(at)
  return /^@(gmail|googlemail)\.com$/.test(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}${host}`
}

/** @returns seconds until the mail is allowed, 0 if it is now. Strangers must get the same response in both cases. */
export type TakeMailAllowance = (
  kind: MailKind,
  email: string,
  request: FastifyRequest,
  /** Id of a browser that the recipient signed in with. It has its own allowance, which strangers cannot use up. */
  knownBrowser?: string,
) => Promise<number>

export function createMailAllowance(
  { take }: RateLimits,
  { limits: { mailsPerHour } }: Pick<Config, 'limits'>,
): TakeMailAllowance {
  const calls = mailsPerHour ?? mailAllowance.mailsPerHour
  const minutely = [{ calls: 1, windowSeconds: 60 }]
  const hourly = [{ calls, windowSeconds: 3600 }]
  // The limit per recipient is higher than the one per caller, so that no single caller can use it up.
  const toRecipient = [{ calls: calls * mailAllowance.callersOfRecipient, windowSeconds: 3600 }]
  return async (kind, email, request, knownBrowser) => {
    const to = email.toLowerCase()
    const by = knownBrowser ?? request.caller?.user.id
    // Includes the recipient, so a mistyped address can be corrected at once and users of a network share no limit.
    const requesterKey = `${by ?? networkOf(request.ip)}|${to}`
    return (
      (await take(`mail:${kind}:minute`, minutely, requesterKey)) ||
      (await take(`mail:${kind}:hour`, hourly, by ?? requesterKey)) ||
      (knownBrowser ? 0 : take(`mail:${kind}:to`, toRecipient, mailboxOf(to)))
    )
  }
}
