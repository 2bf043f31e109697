import type { FastifyRequest } from 'fastify'
import { mailAllowance, type MailKind } from '@toile/contracts/mails.constants'
import { networkOf } from '@toile/runtime/client-address'
import type { RateLimits } from './rate-limits.js'

/**
 * Whether one more mail of this kind may go to this address on the wish of this caller. Counted by the address and by
 * the caller's network address; a refusal stays silent, because the answer to the call must be the same either way.
 */
export type MayMail = (kind: MailKind, email: string, request: FastifyRequest) => Promise<boolean>

const limits = mailAllowance.map(({ mails, windowSeconds }) => ({ calls: mails, windowSeconds }))

export function createMailAllowance({ allows }: RateLimits): MayMail {
  return async (kind, email, request) => {
    const counted = await Promise.all([
      allows(`mail:${kind}:to`, limits, email.toLowerCase()),
      allows(`mail:${kind}:from`, limits, networkOf(request.ip)),
    ])
    return counted.every(Boolean)
  }
}
