import { listSessions, proveSession, revokeSession } from '@toile/db/sessions/sessions'
import { reauthenticate } from '../../http/reauthenticate.js'
import type { Handlers } from '../../http/register-routes.js'

export function sessionHandlers() {
  return {
    async listSessions({ db, user, sessionId }) {
      const sessions = await listSessions(db, user.id)
      return {
        items: sessions.map((session) => ({
          id: session.id,
          current: session.id === sessionId,
          userAgent: session.user_agent,
          createdAt: session.created_at.toISOString(),
          lastSeenAt: session.last_seen_at.toISOString(),
          expiresAt: session.expires_at.toISOString(),
        })),
        nextCursor: null,
      }
    },

    async reauthenticate({ db, caller, sessionId, body }) {
      await reauthenticate(db, caller, { code: 'INVALID_INPUT', field: 'password', password: body.password })
      await proveSession(db, sessionId!)
    },

    async endSession({ db, params }) {
      await revokeSession(db, params.id)
    },
  } satisfies Partial<Handlers>
}
