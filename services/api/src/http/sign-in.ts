import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newId } from '@toile/contracts/ids'
import { SESSION_DAYS, type AccountStep } from '@toile/contracts/sessions/sessions.constants'
import type { SignedIn } from '@toile/contracts/users/users'
import type { Db } from '@toile/db/client'
import { refuseBanned } from '@toile/db/users/ban-state'
import { insertSession } from '@toile/db/sessions/sessions'
import type { User } from '@toile/db/users/users'
import type { TokenClaims } from '@toile/runtime/tokens'
import type { UserView } from '../views/users.js'

/** Opens a new session, limited by `step` (see `Route.steps`). A banned user gets 403 with the ban's reason and end. */
export function createSignIn(app: FastifyInstance, meView: UserView) {
  return async (db: Db, user: User, request: FastifyRequest, step?: AccountStep): Promise<SignedIn> => {
    await refuseBanned(db, user.id)
    const sid = newId()
    const expiresAt = new Date(Math.floor(Date.now() / 1_000 + SESSION_DAYS * 86_400) * 1_000)
    const userAgent = request.headers['user-agent'] ?? ''
    await insertSession(db, { id: sid, userId: user.id, expiresAt, userAgent, step })
    const claims: TokenClaims = { sid, sub: user.id, exp: expiresAt.getTime() / 1_000 }
    return {
      token: app.jwt.sign(claims),
      expiresAt: expiresAt.toISOString(),
      user: await meView(db, user),
      ...(step && { nextStep: step }),
    }
  }
}
