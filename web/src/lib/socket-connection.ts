import type { Query } from '@tanstack/react-query'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, LiveEvent, ServerToClient } from '@toile/contracts/live'
import { goToSignIn } from './request.js'
import { getHosts } from './hosts.js'
import { currentLanguage, onLanguageChange } from '../i18n/index.js'
import { leaveBackstageUnlessAdmin } from './me.js'
import { queryClient } from './query.js'
import { getToken, onSessionChange } from './session.js'

// Loaded by socket.ts when the first screen listens.
export type LiveSocket = Socket<ServerToClient, ClientToServer>

interface SocketSubscriptions {
  topics: ReadonlyMap<string, unknown>
  handlers: ReadonlyMap<LiveEvent, ReadonlySet<(message: never) => void>>
  setLive(live: boolean): void
}

const RECONNECT_MS = 2_000
/**
 * Ends an attempt that the edge accepts but the restarting realtime service does not answer; socket.io waits 20 s.
 */
const CONNECT_MS = 5_000

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
    void refreshScreen()
    // The server disconnects when the user's rights change, so a reconnect of the same session checks them.
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
  socket.on('resync', () => void refreshScreen())
  socket.on('session:revoked', () => void goToSignIn())
  socket.onAny((event: string, message: unknown) => {
    for (const handler of handlers.get(event as LiveEvent) ?? []) handler(message as never)
  })
  // The handshake carries the session and the language.
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

/** Messages may have been missed, so all active queries are refetched. */
async function refreshScreen(): Promise<void> {
  // A query's first fetch may have read before the connection was up, and invalidateQueries() does not restart it.
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
  const begun = new Set(queryClient.getQueryCache().getAll().filter(isFirst))
  await queryClient.invalidateQueries()
  if (begun.size > 0) await queryClient.invalidateQueries({ predicate: (query) => begun.has(query) })
}
