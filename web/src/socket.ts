import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import type { ClientToServer, LiveEvent, LiveMessages, ServerToClient } from '@toile/contracts/live'
import { goToSignIn } from './api.js'
import { getHosts } from './hosts.js'
import { currentLanguage, onLanguageChange } from './i18n/index.js'
import { leaveClosedOffice } from './me.js'
import { queryClient } from './query.js'
import { getToken, onSessionChange } from './session.js'

// The one live connection of the page. It opens when the first screen listens, and its library comes only then.
type LiveSocket = Socket<ServerToClient, ClientToServer>
type Handler = (message: never) => void

const RECONNECT_MS = 2_000
/** A line that the edge cuts before realtime (starting again) has spoken counts as failed only after this; 20 s by itself. */
const CONNECT_MS = 5_000
let opening: Promise<LiveSocket> | undefined
const handlers = new Map<LiveEvent, Set<Handler>>()
/** Topics with the number of screens that follow each. */
const topics = new Map<string, number>()

function open(): Promise<LiveSocket> {
  return (opening ??= import('socket.io-client').then(({ io }) => {
    const socket: LiveSocket = io(getHosts().socket || undefined, {
      transports: ['websocket'],
      timeout: CONNECT_MS,
      auth: (give) => give({ token: getToken(), language: currentLanguage() }),
    })
    listen(socket)
    return socket
  }))
}

function listen(socket: LiveSocket): void {
  const again = () => setTimeout(() => socket.connect(), RECONNECT_MS)
  let connectedAs: string | undefined
  socket.on('connect', () => {
    for (const topic of topics.keys()) subscribe(socket, topic)
    refreshScreen()
    // The server cuts the line when one's rights change; what they are is asked again at the second connect of a session.
    const token = getToken()
    if (token && token === connectedAs) void leaveClosedOffice()
    connectedAs = token
    setLive(true)
  })
  socket.on('connect_error', (error) => {
    setLive(false)
    if (error.message === 'Unauthenticated' && getToken()) return void goToSignIn()
    // Refused by the server's own check: socket.io does not come back by itself from that.
    if (!socket.active) again()
  })
  socket.on('disconnect', (reason) => {
    setLive(false)
    if (reason === 'io server disconnect') again()
  })
  socket.on('resync', refreshScreen)
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
}

/** Something may have been missed: what is on screen is fetched again. */
function refreshScreen(): void {
  void queryClient.invalidateQueries()
}

function subscribe(socket: LiveSocket, topic: string): void {
  socket.emit('subscribe', { topic }, () => {})
}

/** Calls `handler` with every message of that event while the component is mounted. */
export function useLive<E extends LiveEvent>(event: E, handler: (message: LiveMessages[E]) => void): void {
  const onMessage = useEffectEvent(handler)
  useEffect(() => {
    const listener = ((message: LiveMessages[E]) => onMessage(message)) as Handler
    const set = handlers.get(event) ?? new Set()
    handlers.set(event, set.add(listener))
    void open()
    return () => void set.delete(listener)
  }, [event])
}

/** Keeps the connection open for a signed-in person, who must hear of it when the session ends elsewhere. */
export function useLiveSession(signedIn: boolean): void {
  useEffect(() => {
    if (signedIn) void open()
  }, [signedIn])
}

/** Follows a public topic while the component is mounted; again after each reconnect. */
export function useTopic(topic: string): void {
  useEffect(() => {
    topics.set(topic, (topics.get(topic) ?? 0) + 1)
    void open().then((socket) => socket.connected && topics.get(topic) === 1 && subscribe(socket, topic))
    return () => {
      const left = (topics.get(topic) ?? 1) - 1
      if (left > 0) return void topics.set(topic, left)
      topics.delete(topic)
      void open().then((socket) => socket.connected && socket.emit('unsubscribe', { topic }, () => {}))
    }
  }, [topic])
}

let live: boolean | undefined
const liveListeners = new Set<() => void>()

function setLive(value: boolean): void {
  live = value
  liveListeners.forEach((listener) => listener())
}

/** Whether the live connection stands; undefined where no screen has asked for one yet. */
export function useIsLive(): boolean | undefined {
  return useSyncExternalStore(
    (listener) => {
      liveListeners.add(listener)
      return () => liveListeners.delete(listener)
    },
    () => live,
  )
}
