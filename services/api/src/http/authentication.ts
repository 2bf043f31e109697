import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '@toile/db/client'
import type { AccountStep } from '@toile/contracts/sessions/sessions.constants'
import { findSession, touchSession, type LiveSession } from '@toile/db/sessions/sessions'
import type { User } from '@toile/db/users/users'
import { networkOf } from '@toile/runtime/client-address'
import type { HashedFor } from '@toile/runtime/passwords'
import type { TokenClaims } from '@toile/runtime/tokens'

/** How long a session lookup is cached, counted from its start. */
const CACHE_MS = 500
const MAX_CACHED = 10_000

/** A session's last use is stored at most once in this time. */
const SEEN_MS = 60_000

export interface Caller {
  user: User
  /**
   * Rate limits count by this key. The key is the user or, until the user's email is verified, the network, because
   * anyone can open many accounts with unverified addresses.
   */
  countedAs: string
  hashedFor: HashedFor
  sessionId: string
  signedInAt: Date
  step: AccountStep | null
}

/** If the session lookup fails, caller() throws 503, because the user may still be signed in. */
export function createAuthentication(app: FastifyInstance, db: Db) {
  const cache = new Map<string, { since: number; session: Promise<LiveSession | undefined> }>()
  const loadSession = async (sid: string, now: number) => {
    const session = await findSession(db, sid)
    // The update is not awaited. If the update fails, the next lookup tries again.
    if (session && now - session.lastSeenAt.getTime() > SEEN_MS) void touchSession(db, sid).catch(() => {})
    return session
  }
  const sessionOf = (sid: string): Promise<LiveSession | undefined> => {
    const known = cache.get(sid)
    const now = Date.now()
    if (known && now - known.since < CACHE_MS) return known.session
    const session = loadSession(sid, now)
    session.then(
      // Users with a step left or an unverified address are not cached, because either state may end at any moment.
      (found) => found && (found.step || !found.user.email_verified_at) && cache.delete(sid),
      () => cache.delete(sid),
    )
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(sid, { since: now, session })
    return session
  }
  return {
    async caller(request: FastifyRequest): Promise<Caller | undefined> {
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
