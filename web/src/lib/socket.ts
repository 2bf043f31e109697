import { useEffect, useEffectEvent } from 'react'
import { createExternalStore } from './external-store.js'
import type { LiveEvent, LiveMessages } from '@toile/contracts/live'
import { getToken } from './session.js'
import type { LiveSocket } from './socket-connection.js'
import { waitForPageIdle } from './after-load.js'

// The socket is loaded and opened at its first use. For visitors, this is not before the page is idle.

type Handler = (message: never) => void

let opening: Promise<LiveSocket> | undefined
const handlers = new Map<LiveEvent, Set<Handler>>()
const topics = new Map<string, number>()

const open = (): Promise<LiveSocket> => (opening ??= connect())

async function connect(): Promise<LiveSocket> {
  if (!getToken()) await waitForPageIdle()
  const { openSocket } = await import('./socket-connection.js')
  return openSocket({ topics, handlers, setLive })
}

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

/** Opens the connection for every signed-in user, so that the page notices if the session is ended elsewhere. */
export function useLiveSession(signedIn: boolean): void {
  useEffect(() => {
    if (signedIn) void open()
  }, [signedIn])
}

/** Follows a topic while the component is mounted. openSocket() subscribes again after each reconnect. */
export function useTopic(topic: string): void {
  useEffect(() => {
    topics.set(topic, (topics.get(topic) ?? 0) + 1)
    void open().then(
      (socket) => socket.connected && topics.get(topic) === 1 && socket.emit('subscribe', { topic }, () => {}),
    )
    return () => {
      const left = (topics.get(topic) ?? 1) - 1
      if (left > 0) return void topics.set(topic, left)
      topics.delete(topic)
      void open().then((socket) => socket.connected && socket.emit('unsubscribe', { topic }, () => {}))
    }
  }, [topic])
}

let live: boolean | undefined
const liveStore = createExternalStore()

function setLive(value: boolean): void {
  live = value
  liveStore.changed()
}

const isLive = () => live

/** Whether the connection is up. It is undefined until the first attempt to connect has ended. */
export function useIsLive(): boolean | undefined {
  return liveStore.useValue(isLive)
}
