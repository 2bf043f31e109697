import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import { findSessionUser, type User } from '@toile/db/queries/users'
import type { TokenClaims } from '@toile/runtime/tokens'

/** How long an answer about a session is believed, from the start of the look-up. */
const CACHE_MS = 500
const MAX_CACHED = 10_000

export interface Caller {
  user: User
  sessionId: string
}

export interface Authentication {
  /** The caller of a request; undefined for a visitor and for a token that is not (or no longer) good. */
  caller(request: FastifyRequest): Promise<Caller | undefined>
}

/**
 * Who is calling: the bearer token's signature, then its session row. A check that cannot be made throws (503):
 * being unable to look is not the same as being signed out.
 */
export function createAuthentication(app: FastifyInstance, db: Db): Authentication {
  const cache = new Map<string, { since: number; user: Promise<User | undefined> }>()
  const userOf = (sid: string): Promise<User | undefined> => {
    const known = cache.get(sid)
    const now = Date.now()
    if (known && now - known.since < CACHE_MS) return known.user
    const user = findSessionUser(db, sid)
    user.catch(() => cache.delete(sid))
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(sid, { since: now, user })
    return user
  }
  return {
    async caller(request) {
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (!token) return undefined
      let claims: TokenClaims
      try {
        claims = app.jwt.verify<TokenClaims>(token)
      } catch {
        return undefined
      }
      const user = await userOf(claims.sid).catch((cause: unknown) => {
        throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause })
      })
      return user && { user, sessionId: claims.sid }
    },
  }
}
