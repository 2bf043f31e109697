import type { FastifyRequest } from 'fastify'
import { mailAllowance, type MailKind } from '@toile/contracts/notifications/mails.constants'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import type { RateLimits } from './rate-limits.js'

/** The mailbox of an address, without +label. A Gmail address also loses its dots and gets the domain gmail.com. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = ''] = email.slice(0, at).split('+')
  const host = email.slice(at)
  return /^@(gmail|googlemail)\.com$/.test(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}${host}`
}

/** @returns seconds until the mail is allowed, or 0 if it is allowed now. Answers to visitors must not reveal this. */
export type TakeMailAllowance = (
  kind: MailKind,
  email: string,
  request: FastifyRequest,
  /** Id of a browser in which the recipient has signed in. Strangers cannot use up the allowance of this browser. */
  knownBrowser?: string,
) => Promise<number>

export function createMailAllowance(
  { take }: RateLimits,
  { limits: { mailsPerHour } }: Pick<Config, 'limits'>,
): TakeMailAllowance {
  const calls = mailsPerHour ?? mailAllowance.mailsPerHour
  const minutely = [{ calls: 1, windowSeconds: 60 }]
  const hourly = [{ calls, windowSeconds: 3600 }]
  // A recipient's limit is higher than a requester's, so that no single requester can use up a recipient's limit.
  const toRecipient = [{ calls: calls * mailAllowance.callersOfRecipient, windowSeconds: 3600 }]
  return async (kind, email, request, knownBrowser) => {
    const to = email.toLowerCase()
    const by = knownBrowser ?? request.caller?.user.id
    // The key includes the recipient, so that users can correct a mistyped address at once. Visitors from one network
    // share a limit only if they write to the same recipient.
    const requesterKey = `${by ?? networkOf(request.ip)}|${to}`
    return (
      (await take(`mail:${kind}:minute`, minutely, requesterKey)) ||
      (await take(`mail:${kind}:hour`, hourly, by ?? requesterKey)) ||
      (knownBrowser ? 0 : take(`mail:${kind}:to`, toRecipient, mailboxOf(to)))
    )
  }
}
