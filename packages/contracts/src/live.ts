import type { Static, TSchema } from 'typebox'
import type { merge } from './features.js'

type Declared = ReturnType<typeof merge<'messages'>>

/** Every socket event to the client, with its payload. Realtime and the web client both use this map. */
export type LiveMessages = {
  [E in keyof Declared]: Declared[E] extends TSchema ? Static<Declared[E]> : never
} & { resync: Record<never, never> }
export type LiveEvent = keyof LiveMessages

/** Events that follow from something committed; the others are made by realtime itself, or by a tick. */
export type ReactionEvent = Exclude<LiveEvent, 'resync' | 'work:counters' | 'queue:health'>

export interface Acknowledgement {
  ok: boolean
  code?: string
}

/** socket.io's types of the two directions. */
export type ServerToClient = { [E in LiveEvent]: (message: LiveMessages[E]) => void }
export interface ClientToServer {
  subscribe: (request: { topic: string }, acknowledge: (reply: Acknowledgement) => void) => void
  unsubscribe: (request: { topic: string }, acknowledge: (reply: Acknowledgement) => void) => void
}
