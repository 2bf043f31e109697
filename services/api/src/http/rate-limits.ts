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

export type RateLimits = ReturnType<typeof createRateLimits>

type Limit = Pick<RateLimit, 'calls' | 'windowSeconds' | 'pool' | 'setting'>

interface Limiters {
  shared: RateLimiterRedis
  own: RateLimiterMemory
  /** At most this many points are taken from Redis at once. If the number is 0, Redis counts each call. */
  leasePoints: number
}

interface Lease {
  taken: number
  points: number
  untilMs: number
}

/** A limit with at least this many points takes up to 1 % of its points at once, so most calls need no Redis. */
const MIN_LEASED_POINTS = 1_000
const LEASE_SHARE = 0.01
const MAX_LEASES = 50_000
/** How long Redis is not used after a failure. */
const SUSPICION_MS = 5_000

/** Counts calls in Redis for all API processes. While Redis fails, each process counts on its own, in memory. */
export function createRateLimits(
  redis: Redis,
  log: Logger,
  { limits: settings }: Pick<Config, 'limits'>,
  { db, knownBrowsers }: { db: Db; knownBrowsers: KnownBrowsers },
) {
  const limiters = new Map<string, Limiters>()
  const leases = new LRUCache<string, Lease>({ max: MAX_LEASES })
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
      }
      limiters.set(keyPrefix, found)
    }
    return found
  }

  /** @returns a function that gives the points back to the counter that counted them @throws RateLimiterRes */
  const consume = async (limiter: Limiters, key: string, cost = 1): Promise<() => Promise<void>> => {
    const { shared, own, leasePoints } = limiter
    const leaseKey = `${shared.keyPrefix}:${key}`
    const leaseOf = () => {
      const lease = leases.get(leaseKey)
      return lease && lease.untilMs > Date.now() ? lease : undefined
    }
    // Redis has counted the points of a lease, so the lease gets them back. While Redis fails, they stay counted.
    const giveBackShared = async () => {
      const current = leaseOf()
      if (current) current.points += cost
      else if (Date.now() > suspectUntil)
        await within(settings.redisTimeoutMs, shared.reward(key, cost)).catch(() => {})
    }
    const lease = leaseOf()
    if (lease && lease.points >= cost) {
      lease.points -= cost
      return giveBackShared
    }
    if (Date.now() > suspectUntil) {
      try {
        // A renewed lease takes up to twice the points of the last lease. A first call takes only its own cost.
        const taken = Math.max(cost, Math.min(leasePoints, 2 * (lease?.taken ?? 0)))
        const { msBeforeNext } = await within(settings.redisTimeoutMs, shared.consume(key, taken))
        const points = taken - cost + (leaseOf()?.points ?? 0)
        if (leasePoints > 0) leases.set(leaseKey, { taken, points, untilMs: Date.now() + msBeforeNext })
        return giveBackShared
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error
        log.warn({ err: error instanceof Error ? error.message : error }, 'rate limits are counted in memory')
        suspectUntil = Date.now() + SUSPICION_MS
      }
    }
    await own.consume(key, cost)
    return async () => void (await own.reward(key, cost))
  }

  /**
   * Counts a call in one limit after the other. A refused call does not take place, so the limits before the one that
   * refuses get their points back. @returns the seconds to wait if refused, else functions that give back, in the order
   * of `asked`
   */
  const consumeAll = async (
    asked: readonly { limiter: Limiters; key: string; cost?: number | undefined }[],
  ): Promise<number | (() => Promise<void>)[]> => {
    const counted: (() => Promise<void>)[] = []
    for (const { limiter, key, cost } of asked)
      try {
        counted.push(await consume(limiter, key, cost))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        await Promise.all(counted.map((giveBack) => giveBack()))
        return Math.ceil(refused.msBeforeNext / 1_000)
      }
    return counted
  }

  return {
    /**
     * Counts the call. The returned function refunds it to limits that count only successes or only failures, if the
     * call turned out otherwise. @throws RATE_LIMITED
     */
    async limit(name: string, route: Route, request: FastifyRequest): Promise<(status: number) => Promise<void>> {
      const limits = route.rate ?? []
      const login = limits.some(({ by }) => by.includes('login')) ? await countedLogin(db, request) : undefined
      const known = login?.account && (await knownBrowsers.find(request, async () => login.account))
      const asked = [...limits.entries()]
        .filter(([, limit]) => {
          if (limit.unless && fieldOf(request, limit.unless) !== undefined) return false
          return limit.unlessKnownBrowser ? known === undefined : known || !limit.by.includes('knownBrowser')
        })
        .map(([index, limit]) => ({
          limiter: limiterOf(name, index, limit),
          key: keyOf(limit, request, { login: login?.key, knownBrowser: known }),
          cost: limit.cost,
          counts: limit.counts,
        }))
      const counted = await consumeAll(asked)
      if (typeof counted === 'number')
        throw new ToileError('RATE_LIMITED', { params: { seconds: counted }, retryAfterSeconds: counted })
      return async (status) => {
        const outcome = status < 400 ? 'successes' : status < 500 ? 'failures' : undefined
        const isOther = (at: number) => asked[at]!.counts !== undefined && asked[at]!.counts !== outcome
        await Promise.all(counted.filter((_, at) => isOther(at)).map((giveBack) => giveBack()))
      }
    },
    async take(name: string, limits: readonly Limit[], key: string): Promise<number> {
      const counted = await consumeAll(limits.map((limit, index) => ({ limiter: limiterOf(name, index, limit), key })))
      return typeof counted === 'number' ? counted : 0
    },
  }
}

function fieldOf({ body }: FastifyRequest, name: string): unknown {
  return (body as Record<string, unknown> | null | undefined)?.[name]
}

/**
 * Login attempts are counted by account, so that another spelling of the login gives no further guesses. If no account
 * has the login, they are counted by the cleaned text. An account's email address and its username are counted
 * separately, because one common count would reveal that the address and the username belong together.
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
    // A reply that has arrived is read before setImmediate() runs, so Redis is not blamed for this process's own delay.
    timer = setTimeout(() => setImmediate(() => reject(new Error('Redis does not answer'))), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
