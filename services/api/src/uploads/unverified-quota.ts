import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { UnverifiedQuota } from '@toile/db/files/files'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'

/** What people may store whose email is not confirmed, of the caller's network too: accounts cost nothing, an address does. */
export type UnverifiedQuotaOf = (request: FastifyRequest) => UnverifiedQuota

export function createUnverifiedQuota({
  secret,
  unverified,
}: Pick<Config, 'secret' | 'unverified'>): UnverifiedQuotaOf {
  return ({ ip }) => ({
    ...unverified,
    networkHash: createHmac('sha256', secret)
      .update(`network ${networkOf(ip)}`)
      .digest(),
  })
}
