import type { FastifyRequest } from 'fastify'
import { mailAllowance, type MailKind } from '@toile/contracts/mails.constants'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import type { RateLimits } from './rate-limits.js'

/**
 * Takes one mail of this kind to this address on the wish of this caller; gives for how many seconds there is none left, 0
 * where it may go. A stranger is never told: the answer to the call must be the same either way.
 */
export type MayMail = (kind: MailKind, email: string, request: FastifyRequest) => Promise<number>

export function createMailAllowance(
  { take }: RateLimits,
  { limits: { mailsPerHour } }: Pick<Config, 'limits'>,
): MayMail {
  const hourly = mailsPerHour ?? mailAllowance.mailsPerHour
  const ofCaller = [
    { calls: 1, windowSeconds: 60 },
    { calls: hourly, windowSeconds: 3600 },
  ]
  // More than one caller has, so that nobody alone uses up what the owner of an address needs.
  const toRecipient = [{ calls: hourly * mailAllowance.callersOfRecipient, windowSeconds: 3600 }]
  return async (kind, email, request) => {
    const to = email.toLowerCase()
    // Whoever is signed in, or this network for this address: the people behind one address of it each get theirs.
    const caller = request.caller?.user.id ?? `${networkOf(request.ip)}|${to}`
    return (await take(`mail:${kind}:from`, ofCaller, caller)) || take(`mail:${kind}:to`, toRecipient, to)
  }
}
