import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import type { AccountStep } from '@toile/contracts/sessions/sessions.constants'
import { findSession, touchSession, type LiveSession } from '@toile/db/sessions/sessions'
import type { User } from '@toile/db/users/users'
import { networkOf } from '@toile/runtime/client-address'
import type { HashedFor } from '@toile/runtime/passwords'
import type { TokenClaims } from '@toile/runtime/tokens'

/** How long an answer about a session is believed, from the start of the look-up. */
const CACHE_MS = 500
const MAX_CACHED = 10_000

/** How exactly a session's last use is kept. */
const SEEN_MS = 60_000

export interface Caller {
  user: User
  /** What their calls are counted by: themselves, or their network while no address is proven, as accounts alone cost nothing. */
  countedAs: string
  /** Likewise, whose turn it is to have a password hashed. */
  hashedFor: HashedFor
  sessionId: string
  /** When this session was signed in. */
  signedInAt: Date
  /** The one step that a half-made account may do; null for everyone else. */
  step: AccountStep | null
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
  const cache = new Map<string, { since: number; session: Promise<LiveSession | undefined> }>()
  const loadSession = async (sid: string, now: number) => {
    const session = await findSession(db, sid)
    // A by-product: should it fail, the next minute tries again.
    if (session && now - session.lastSeenAt.getTime() > SEEN_MS) void touchSession(db, sid).catch(() => {})
    return session
  }
  const sessionOf = (sid: string): Promise<LiveSession | undefined> => {
    const known = cache.get(sid)
    const now = Date.now()
    if (known && now - known.since < CACHE_MS) return known.session
    const session = loadSession(sid, now)
    session.then(
      // Who has just confirmed their address, or done their account's next step, must not be refused for it once more.
      (found) => found && (found.step || !found.user.email_verified_at) && cache.delete(sid),
      () => cache.delete(sid),
    )
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(sid, { since: now, session })
    return session
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
      const session = await sessionOf(claims.sid).catch((cause: unknown) => {
        throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause })
      })
      if (!session) return undefined
      const { user, createdAt: signedInAt, step } = session
      const countedAs = user.email_verified_at ? user.id : networkOf(request.ip)
      const hashedFor = user.email_verified_at ? { person: user.id } : { address: request.ip }
      return { user, countedAs, hashedFor, sessionId: claims.sid, signedInAt, step }
    },
  }
}
