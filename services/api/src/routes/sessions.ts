import type { sessionRoutes } from '@toile/contracts/sessions'
import { listSessions, revokeSession } from '@toile/db/queries/sessions'
import type { HandlersOf } from '../implement.js'

export function sessionHandlers(): HandlersOf<typeof sessionRoutes> {
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

    async endSession({ db, params }) {
      await revokeSession(db, params.id)
    },
  }
}
