import type { IncomingMessage } from 'node:http'
import { pickLanguage } from '@toile/contracts/languages.constants'
import type { Db } from '@toile/db/client'
import { findSession } from '@toile/db/sessions/sessions'
import type { Config } from '@toile/runtime/config'
import { verifyToken } from '@toile/runtime/tokens'
import type { RealtimeSocket } from './socket-types.js'

/**
 * Allows our origin, its loopback twins, the origins in HOSTS, and requests without an Origin, which come from
 * programs. This check is necessary, because CORS does not cover WebSockets.
 */
export function allowOrigin(request: IncomingMessage, { publicUrl, hosts }: Pick<Config, 'publicUrl' | 'hosts'>) {
  const { origin } = request.headers
  if (origin === undefined || Object.hasOwn(hosts, origin)) return true
  return origin === new URL(publicUrl).origin || isLoopbackTwin(origin, publicUrl)
}

function isLoopbackTwin(origin: string, publicUrl: string): boolean {
  const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/
  // Compares texts: an Origin may be unparsable as a URL (port above 65535), and an error here would be uncaught.
  const [theirs, ours] = [loopback.exec(origin), loopback.exec(publicUrl)]
  return theirs !== null && ours !== null && theirs[1] === ours[1]
}

/**
 * Reads the token only from the handshake's `auth`, not from a cookie or the URL. A socket without a token is a
 * visitor's.
 */
export function authenticate(db: Db, secret: string): (socket: RealtimeSocket, next: (error?: Error) => void) => void {
  return (socket, next) => {
    const { token, language } = socket.handshake.auth as { token?: unknown; language?: unknown }
    socket.data.language = pickLanguage(typeof language === 'string' ? language : undefined)
    if (token === undefined || token === null || token === '') return next()
    const check = async () => {
      const claims = typeof token === 'string' ? verifyToken(token, secret) : undefined
      const session = claims && (await findSession(db, claims.sid))
      if (!claims || !session) throw new Error('Unauthenticated')
      // A limited token belongs to an unfinished account. Its socket counts as a visitor's, as on the API's public
      // routes.
      if (session.step) return
      socket.data.session = {
        id: claims.sid,
        userId: session.user.id,
        group: session.user.group,
        expiresAt: new Date(claims.exp * 1_000),
      }
    }
    check().then(
      () => next(),
      (error: Error) => next(error.message === 'Unauthenticated' ? error : new Error('Unavailable')),
    )
  }
}
