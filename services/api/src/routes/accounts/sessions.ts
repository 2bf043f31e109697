import { listSessions, proveSession, revokeSession } from '@toile/db/sessions/sessions'
import { reauthenticate } from '../../http/reauthenticate.js'
import type { Handlers } from '../../http/register-routes.js'

export function sessionHandlers() {
  return {
    async listSessions({ db, user, sessionId }) {
      const sessions = await listSessions(db, user.id)
      return {
        items: sessions.map((session) => ({
          ...session,
          current: session.id === sessionId,
          createdAt: session.createdAt.toISOString(),
          lastSeenAt: session.lastSeenAt.toISOString(),
          expiresAt: session.expiresAt.toISOString(),
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
