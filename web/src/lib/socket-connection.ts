import type { Query } from '@tanstack/react-query'
import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, LiveEvent, ServerToClient } from '@toile/contracts/live'
import { goToSignIn } from './request.js'
import { getHosts } from './hosts.js'
import { currentLanguage, onLanguageChange } from '../i18n/index.js'
import { leaveBackstageUnlessAdmin } from './me.js'
import { queryClient } from './query.js'
import { getToken, onSessionChange } from './session.js'

// What keeps the live connection: socket.ts loads it when the first screen listens.
export type LiveSocket = Socket<ServerToClient, ClientToServer>

/** What the screens have subscribed to. */
interface SocketSubscriptions {
  topics: ReadonlyMap<string, unknown>
  handlers: ReadonlyMap<LiveEvent, ReadonlySet<(message: never) => void>>
  /** Whether it stands. */
  setLive(live: boolean): void
}

const RECONNECT_MS = 2_000
/** A line that the edge cuts before realtime (starting again) has spoken counts as failed only after this; 20 s by itself. */
const CONNECT_MS = 5_000

/** Opens the connection, as whoever is signed in and in the language of the page, and keeps it open. */
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
    // The server cuts the line when one's rights change; what they are is asked again at the second connect of a session.
    const token = getToken()
    if (token && token === connectedAs) void leaveBackstageUnlessAdmin()
    connectedAs = token
    setLive(true)
  })
  socket.on('connect_error', (error) => {
    setLive(false)
    if (error.message === 'Unauthenticated' && getToken()) return void goToSignIn()
    // Refused by the server's own check: socket.io does not come back by itself from that.
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
  // Another person or another language is another handshake.
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

/** Something may have been missed: what is on screen is fetched again. */
async function refreshScreen(): Promise<void> {
  // What is being fetched for the first time may have been read before the line stood, and is let be by the first of these.
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching'
  const begun = new Set(queryClient.getQueryCache().getAll().filter(isFirst))
  await queryClient.invalidateQueries()
  if (begun.size > 0) await queryClient.invalidateQueries({ predicate: (query) => begun.has(query) })
}
