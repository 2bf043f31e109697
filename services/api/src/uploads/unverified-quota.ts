import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { UnverifiedQuota } from '@toile/db/files/files'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'

/** Quota of unverified users per user and per network: a person can open many accounts, but has few networks. */
export function createUnverifiedQuota({ secret, unverified }: Pick<Config, 'secret' | 'unverified'>) {
  return ({ ip }: FastifyRequest): UnverifiedQuota => ({
    ...unverified,
    networkHash: createHmac('sha256', secret)
      .update(`network ${networkOf(ip)}`)
      .digest(),
  })
}
