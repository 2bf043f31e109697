import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, LiveEvent, ServerToClient } from '@toile/contracts/live'
import { goToSignIn } from './request.js'
import { getHosts } from './hosts.js'
import { currentLanguage, onLanguageChange } from '../i18n/index.js'
import { leaveBackstageUnlessAdmin } from './me.js'
import { queryClient } from './query.js'
import { getToken, onSessionChange } from './session.js'

export type LiveSocket = Socket<ServerToClient, ClientToServer>

interface SocketSubscriptions {
  topics: ReadonlyMap<string, unknown>
  handlers: ReadonlyMap<LiveEvent, ReadonlySet<(message: never) => void>>
  setLive(live: boolean): void
}

const RECONNECT_MS = 2_000
/**
 * While the realtime service restarts, the edge proxy accepts connections that nothing answers. socket.io's default of
 * 20 s would be too long.
 */
const CONNECT_MS = 5_000

/** Messages may have been missed, so all active queries are refetched. */
const refetchAll = () => void queryClient.invalidateQueries()

export function openSocket({ topics, handlers, setLive }: SocketSubscriptions): LiveSocket {
  const socket: LiveSocket = io(getHosts().socket || undefined, {
    transports: ['websocket'],
    timeout: CONNECT_MS,
    auth: (give) => give({ token: getToken(), language: currentLanguage() }),
  })
  const reconnectLater = () => setTimeout(() => socket.connect(), RECONNECT_MS)
  let connectedAs: string | undefined
  socket.on('connect', () => {
    for (const topic of topics.keys()) socket.emit('subscribe', { topic }, () => {})
    refetchAll()
    // The server disconnects a user whose rights change, so the rights are checked when the same session reconnects.
    const token = getToken()
    if (token && token === connectedAs) void leaveBackstageUnlessAdmin()
    connectedAs = token
    setLive(true)
  })
  socket.on('connect_error', (error) => {
    setLive(false)
    if (error.message === 'Unauthenticated' && getToken()) return void goToSignIn()
    // socket.io does not reconnect after a refusal by the server's middleware.
    if (!socket.active) reconnectLater()
  })
  socket.on('disconnect', (reason) => {
    setLive(false)
    if (reason === 'io server disconnect') reconnectLater()
  })
  socket.on('resync', refetchAll)
  socket.on('session:revoked', () => void goToSignIn())
  socket.onAny((event: string, message: unknown) => {
    for (const handler of handlers.get(event as LiveEvent) ?? []) handler(message as never)
  })
  // Only the handshake sends the session and the language, so a change of either needs a new connection.
  const reconnect = () => void socket.disconnect().connect()
  let token = getToken()
  onSessionChange(() => {
    if (token === getToken()) return
    token = getToken()
    reconnect()
  })
  onLanguageChange(reconnect)
  return socket
}
