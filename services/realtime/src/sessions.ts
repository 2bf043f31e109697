import type { Db } from '@toile/db/client'
import { liveSessions } from '@toile/db/sessions/sessions'
import type { Logger } from '@toile/runtime/logger'
import type { Realtime } from './socket-types.js'

const CHECK_MS = 1_000

/**
 * Closes sockets whose session has ended or whose user has changed group, but not while Postgres is down. @returns a
 * function that stops the checks
 */
export function watchSessions(io: Realtime, db: Db, log: Logger): () => void {
  let stopped = false
  let timer: NodeJS.Timeout
  const check = async () => {
    const signedIn = [...io.of('/').sockets.values()].filter((socket) => socket.data.session)
    if (signedIn.length > 0) {
      const live = await liveSessions(db, [...new Set(signedIn.map((socket) => socket.data.session!.id))])
      for (const socket of signedIn) {
        const session = socket.data.session!
        const group = live.get(session.id)
        if (group === session.group) continue
        // If only the group has changed, the client may reconnect, so it gets no `session:revoked`.
        if (group === undefined) socket.emit('session:revoked', {})
        socket.disconnect(true)
      }
    }
  }
  const loop = () => {
    timer = setTimeout(() => {
      check()
        .catch((error: unknown) => log.warn({ err: error }, 'sessions could not be checked'))
        .finally(() => {
          if (!stopped) loop()
        })
    }, CHECK_MS)
  }
  loop()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
