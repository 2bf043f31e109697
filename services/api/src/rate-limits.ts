import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { cleanEmail } from '@toile/contracts/accounts'
import { ToileError } from '@toile/contracts/errors'
import type { RateLimit, Route } from '@toile/contracts/route'
import { PREFIX } from '@toile/bus/redis'
import { networkOf } from '@toile/runtime/client-address'
import type { Logger } from '@toile/runtime/logger'

export interface RateLimits {
  /** Counts a call by the limits of its route; 429 past one of them. */
  limit(name: string, route: Route, request: FastifyRequest): Promise<void>
  /** Counts one use of `key` under each limit, for what is left out in silence. False past one of them. */
  allows(name: string, limits: readonly Pick<RateLimit, 'calls' | 'windowSeconds'>[], key: string): Promise<boolean>
}

/** Longer than Redis ever takes; a frozen one costs a call no more than this, then the process counts by itself. */
const REDIS_PATIENCE_MS = 300
/** After a failure Redis is left alone for so long. */
const SUSPICION_MS = 5_000

/**
 * Counts calls by the limits that their route declares, in Redis for all copies together, in the process's own memory
 * while Redis is away. It never lets everything pass: without Redis the limits hold per copy.
 */
export function createRateLimits(redis: Redis, log: Logger): RateLimits {
  const limiters = new Map<string, { shared: RateLimiterRedis; own: RateLimiterMemory }>()
  let suspectUntil = 0

  const limiterOf = (
    name: string,
    index: number,
    { calls, windowSeconds, pool }: Pick<RateLimit, 'calls' | 'windowSeconds' | 'pool'>,
  ) => {
    const keyPrefix = `${PREFIX}:limit:${pool ?? `${name}:${index}`}`
    let found = limiters.get(keyPrefix)
    if (!found) {
      const options = { keyPrefix, points: calls, duration: windowSeconds }
      found = { shared: new RateLimiterRedis({ ...options, storeClient: redis }), own: new RateLimiterMemory(options) }
      limiters.set(keyPrefix, found)
    }
    return found
  }

  const consume = async (limiter: { shared: RateLimiterRedis; own: RateLimiterMemory }, key: string, cost = 1) => {
    if (Date.now() > suspectUntil) {
      try {
        return await within(REDIS_PATIENCE_MS, limiter.shared.consume(key, cost))
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error
        log.warn({ err: error instanceof Error ? error.message : error }, 'rate limits are counted in memory')
        suspectUntil = Date.now() + SUSPICION_MS
      }
    }
    return limiter.own.consume(key, cost)
  }

  return {
    async limit(name, route, request) {
      for (const [index, limit] of (route.rate ?? []).entries()) {
        if (limit.unless && fieldOf(request, limit.unless) !== undefined) continue
        try {
          await consume(limiterOf(name, index, limit), keyOf(limit, request), limit.cost)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          const seconds = Math.ceil(refused.msBeforeNext / 1_000)
          throw new ToileError('RATE_LIMITED', { params: { seconds }, retryAfterSeconds: seconds })
        }
      }
    },
    async allows(name, limits, key) {
      for (const [index, limit] of limits.entries()) {
        try {
          await consume(limiterOf(name, index, limit), key)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          return false
        }
      }
      return true
    },
  }
}

/** Nobody has looked at the body yet. */
function fieldOf({ body }: FastifyRequest, name: string): unknown {
  return (body as Record<string, unknown> | null | undefined)?.[name]
}

function keyOf(limit: RateLimit, request: FastifyRequest): string {
  return limit.by
    .map((by) => {
      if (by === 'address') return networkOf(request.ip)
      if (by === 'caller') return request.caller?.user.id ?? networkOf(request.ip)
      if (by === 'user') return request.caller?.user.id ?? 'visitor'
      // Other ways of writing it are no further guesses.
      return cleanEmail(String(fieldOf(request, 'login') ?? '')).toLowerCase()
    })
    .join('|')
}

async function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('redis gives no answer')), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
