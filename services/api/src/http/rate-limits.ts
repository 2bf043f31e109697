import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { cleanEmail } from '@toile/contracts/users/accounts'
import { ToileError } from '@toile/contracts/errors'
import type { RateLimit, Route } from '@toile/contracts/route'
import { PREFIX } from '@toile/bus/redis'
import type { Db } from '@toile/db/client'
import { findLogin } from '@toile/db/users/users'
import { networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import type { Logger } from '@toile/runtime/logger'
import type { KnownBrowsers } from './known-browsers.js'

export interface RateLimits {
  /**
   * Counts a call by the limits of its route; 429 past one of them. The call's status then gives back what does not count: a
   * success where failures are counted, a fault of ours always there.
   */
  limit(name: string, route: Route, request: FastifyRequest): Promise<(status: number) => Promise<void>>
  /**
   * Counts one use of `key` under each limit; gives for how many seconds there is none left, 0 where there was.
   */
  take(name: string, limits: readonly Limit[], key: string): Promise<number>
}

type Limit = Pick<RateLimit, 'calls' | 'windowSeconds' | 'pool' | 'setting'>

interface Limiters {
  shared: RateLimiterRedis
  own: RateLimiterMemory
  /** Taken from Redis at once; 0 where each call is counted there by itself. */
  leasePoints: number
  /** What is left of it, by key, and until when. */
  leases: LRUCache<string, { taken: number; points: number; untilMs: number }>
}

/** Longer than Redis ever takes; a frozen one costs a call no more than this, then the process counts by itself. */
const REDIS_PATIENCE_MS = 300
/** Of a limit of so many points this process takes up to a hundredth at once: Redis is asked for one call in many. */
const MIN_LEASED_POINTS = 1_000
const LEASE_SHARE = 0.01
const MAX_LEASES = 20_000
/** After a failure Redis is left alone for so long. */
const SUSPICION_MS = 5_000

/**
 * Counts calls by the limits that their route declares, in Redis for all copies together, in the process's own memory
 * while Redis is away. It never lets everything pass: without Redis the limits hold per copy.
 */
export function createRateLimits(
  redis: Redis,
  log: Logger,
  { limits: settings }: Pick<Config, 'limits'>,
  { db, knownBrowsers }: { db: Db; knownBrowsers: KnownBrowsers },
): RateLimits {
  const limiters = new Map<string, Limiters>()
  let suspectUntil = 0

  const limiterOf = (name: string, index: number, { calls, windowSeconds, pool, setting }: Limit) => {
    const keyPrefix = `${PREFIX}:limit:${pool ?? `${name}:${index}`}`
    let found = limiters.get(keyPrefix)
    if (!found) {
      const points = Math.ceil(((setting && settings[setting]) ?? calls) * settings.factor)
      const options = { keyPrefix, points, duration: windowSeconds }
      found = {
        shared: new RateLimiterRedis({ ...options, storeClient: redis }),
        own: new RateLimiterMemory(options),
        leasePoints: points < MIN_LEASED_POINTS ? 0 : Math.floor(points * LEASE_SHARE),
        leases: new LRUCache({ max: MAX_LEASES }),
      }
      limiters.set(keyPrefix, found)
    }
    return found
  }

  const consume = async (limiter: Limiters, key: string, cost = 1) => {
    const { leasePoints, leases } = limiter
    const leaseOf = () => {
      const lease = leases.get(key)
      return lease && lease.untilMs > Date.now() ? lease : undefined
    }
    const lease = leaseOf()
    if (lease && lease.points >= cost) return void (lease.points -= cost)
    if (Date.now() > suspectUntil) {
      try {
        // Twice as much each time: who calls once has used up no more than that.
        const taken = Math.max(cost, Math.min(leasePoints, 2 * (lease?.taken ?? 0)))
        const { msBeforeNext } = await within(REDIS_PATIENCE_MS, limiter.shared.consume(key, taken))
        // Calls at a time take theirs each: what they leave adds up.
        const points = taken - cost + (leaseOf()?.points ?? 0)
        if (leasePoints > 0) leases.set(key, { taken, points, untilMs: Date.now() + msBeforeNext })
        return
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error
        log.warn({ err: error instanceof Error ? error.message : error }, 'rate limits are counted in memory')
        suspectUntil = Date.now() + SUSPICION_MS
      }
    }
    await limiter.own.consume(key, cost)
  }

  /** Where it was counted makes no difference for who may call again. */
  const giveBack = async ({ shared, own }: Limiters, key: string) => {
    if (Date.now() > suspectUntil) await within(REDIS_PATIENCE_MS, shared.reward(key)).catch(() => {})
    else await own.reward(key)
  }

  return {
    async limit(name, route, request) {
      const limits = route.rate ?? []
      const login = limits.some(({ by }) => by.includes('login')) ? await countedLogin(db, request) : undefined
      const known = login?.account && (await knownBrowsers.find(request, async () => login.account))
      const settled: ((status: number) => Promise<void>)[] = []
      for (const [index, limit] of limits.entries()) {
        if (limit.unless && fieldOf(request, limit.unless) !== undefined) continue
        if (limit.unlessKnownBrowser ? known !== undefined : limit.by.includes('knownBrowser') && !known) continue
        const [limiter, key] = [
          limiterOf(name, index, limit),
          keyOf(limit, request, { login: login?.key, knownBrowser: known }),
        ]
        try {
          await consume(limiter, key, limit.cost)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          const seconds = Math.ceil(refused.msBeforeNext / 1_000)
          throw new ToileError('RATE_LIMITED', { params: { seconds }, retryAfterSeconds: seconds })
        }
        const { counts } = limit
        if (counts)
          settled.push(async (status) => {
            const outcome = status < 400 ? 'successes' : status < 500 ? 'failures' : undefined
            if (outcome !== counts) await giveBack(limiter, key)
          })
      }
      return async (status) => void (await Promise.all(settled.map((settle) => settle(status))))
    },
    async take(name, limits, key) {
      for (const [index, limit] of limits.entries()) {
        const limiter = limiterOf(name, index, limit)
        try {
          await consume(limiter, key)
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          return Math.ceil(refused.msBeforeNext / 1_000)
        }
      }
      return 0
    },
  }
}

/** Nobody has looked at the body yet. */
function fieldOf({ body }: FastifyRequest, name: string): unknown {
  return (body as Record<string, unknown> | null | undefined)?.[name]
}

/**
 * By what tries at a login name are counted: the account that Postgres finds by it, as other ways of writing it are no further
 * guesses. Its address counts apart from its name, or the limit would tell whose an address is.
 */
async function countedLogin(db: Db, request: FastifyRequest): Promise<{ account?: { id: string }; key: string }> {
  const given = fieldOf(request, 'login')
  const text = typeof given === 'string' ? given : ''
  const clean = cleanEmail(text)
  const account = await findLogin(db, text)
  if (!account) return { key: clean.toLowerCase() }
  return { account, key: clean.includes('@') ? `${account.id}@` : account.id }
}

function keyOf(
  limit: RateLimit,
  request: FastifyRequest,
  { login = '', knownBrowser = '' }: { login: string | undefined; knownBrowser: string | undefined },
): string {
  return limit.by
    .map((by) => {
      if (by === 'address') return networkOf(request.ip)
      if (by === 'caller') return request.caller?.countedAs ?? networkOf(request.ip)
      if (by === 'session') return request.caller?.sessionId ?? ''
      if (by === 'user') return request.caller?.user.id ?? 'visitor'
      return by === 'knownBrowser' ? knownBrowser : login
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
