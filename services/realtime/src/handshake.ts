import type { IncomingMessage } from 'node:http'
import { pickLanguage } from '@toile/contracts/languages.constants'
import type { Db } from '@toile/db/client'
import { findSession } from '@toile/db/sessions/sessions'
import type { Config } from '@toile/runtime/config'
import { verifyToken } from '@toile/runtime/tokens'
import type { RealtimeSocket } from './socket-types.js'

/**
 * Only pages of our own origin, and those of HOSTS, may open a socket; programs send no Origin. CORS settings do not
 * stop a foreign page's WebSocket, this does. The match is exact.
 */
export function allowOrigin(request: IncomingMessage, { publicUrl, hosts }: Pick<Config, 'publicUrl' | 'hosts'>) {
  const { origin } = request.headers
  if (origin === undefined || Object.hasOwn(hosts, origin)) return true
  return origin === new URL(publicUrl).origin || isLoopbackTwin(origin, publicUrl)
}

/** localhost, 127.0.0.1 and [::1] of the same port are one place when Toile runs on loopback. */
function isLoopbackTwin(origin: string, publicUrl: string): boolean {
  const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/
  // By text: an Origin need not be a URL that can be parsed (a port above 65535), and nothing catches what is thrown here.
  const [theirs, ours] = [loopback.exec(origin), loopback.exec(publicUrl)]
  return theirs !== null && ours !== null && theirs[1] === ours[1]
}

/** The token travels in the handshake's `auth`, never in a cookie or the address. No token: a visitor. */
export function authenticate(db: Db, secret: string): (socket: RealtimeSocket, next: (error?: Error) => void) => void {
  return (socket, next) => {
    const { token, language } = socket.handshake.auth as { token?: unknown; language?: unknown }
    socket.data.language = pickLanguage(typeof language === 'string' ? language : undefined)
    if (token === undefined || token === null || token === '') return next()
    const check = async () => {
      const claims = typeof token === 'string' ? verifyToken(token, secret) : undefined
      const session = claims && (await findSession(db, claims.sid))
      if (!claims || !session) throw new Error('Unauthenticated')
      // The limited token of a half-made account counts as none here, as on public routes.
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
