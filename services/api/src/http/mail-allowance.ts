import type { FastifyRequest } from 'fastify'
import { mailAllowance, type MailKind } from '@toile/contracts/notifications/mails.constants'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import type { RateLimits } from './rate-limits.js'

/** Whose mailbox an address is: what stands behind a + is a label, and Gmail looks past points. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local = ''] = email.slice(0, at).split('+')
  const host = email.slice(at)
  return `${/^@(gmail|googlemail)\.com$/.test(host) ? local.replaceAll('.', '') : local}${host}`
}

/**
 * Takes one mail of this kind to this address on the wish of this caller; gives for how many seconds there is none left, 0
 * where it may go. A stranger is never told: the answer to the call must be the same either way.
 */
export type TakeMailAllowance = (
  kind: MailKind,
  email: string,
  request: FastifyRequest,
  /** In which the address's owner has signed in before: nobody else's mails count against it. */
  knownBrowser?: string,
) => Promise<number>

export function createMailAllowance(
  { take }: RateLimits,
  { limits: { mailsPerHour } }: Pick<Config, 'limits'>,
): TakeMailAllowance {
  const calls = mailsPerHour ?? mailAllowance.mailsPerHour
  const minutely = [{ calls: 1, windowSeconds: 60 }]
  const hourly = [{ calls, windowSeconds: 3600 }]
  // More than one caller has, so that nobody alone uses up what the owner of an address needs.
  const toRecipient = [{ calls: calls * mailAllowance.callersOfRecipient, windowSeconds: 3600 }]
  return async (kind, email, request, knownBrowser) => {
    const to = email.toLowerCase()
    const by = knownBrowser ?? request.caller?.user.id
    // This person or network for this address: a mistyped one can be put right at once, and the people behind one network
    // each get theirs.
    const requesterKey = `${by ?? networkOf(request.ip)}|${to}`
    return (
      (await take(`mail:${kind}:minute`, minutely, requesterKey)) ||
      (await take(`mail:${kind}:hour`, hourly, by ?? requesterKey)) ||
      (knownBrowser ? 0 : take(`mail:${kind}:to`, toRecipient, mailboxOf(to)))
    )
  }
}
