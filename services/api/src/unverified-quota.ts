import type { FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import { unverifiedNetwork } from '@toile/contracts/uploads.constants'
import type { UnverifiedQuota } from '@toile/db/queries/files'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import type { RateLimits } from './rate-limits.js'

/** What people may store whose email is not confirmed, of the caller's network too: accounts cost nothing, an address does. */
export type UnverifiedQuotaOf = (request: FastifyRequest) => UnverifiedQuota

export function createUnverifiedQuota(
  { take }: RateLimits,
  { unverified: { maxBytesPerNetwork, ...own } }: Pick<Config, 'unverified'>,
): UnverifiedQuotaOf {
  const ceiling = [{ calls: maxBytesPerNetwork, windowSeconds: unverifiedNetwork.hours * 3600, fixed: true }] as const
  return (request) => ({
    ...own,
    async takeOfNetwork(bytes) {
      const seconds = await take('unverified-bytes', ceiling, networkOf(request.ip), bytes)
      if (seconds > 0)
        throw new ToileError('UNVERIFIED_NETWORK_LIMIT', {
          params: { limitMegabytes: maxBytesPerNetwork / 1024 ** 2, seconds },
          retryAfterSeconds: seconds,
        })
    },
  })
}
