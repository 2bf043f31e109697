import type { Static, TSchema } from 'typebox'
import type { merge } from './features.js'

type Declared = ReturnType<typeof merge<'messages'>>

export type LiveMessages = {
  [E in keyof Declared]: Declared[E] extends TSchema ? Static<Declared[E]> : never
} & { resync: Record<never, never> }
export type LiveEvent = keyof LiveMessages

/** Live events that follow a commit (see reactions.ts). The excluded events come from realtime or from a relay tick. */
export type ReactionEvent = Exclude<LiveEvent, 'resync' | 'work:counters' | 'queue:health'>

export interface Acknowledgement {
  ok: boolean
  code?: string
}

export type ServerToClient = { [E in LiveEvent]: (message: LiveMessages[E]) => void }
export interface ClientToServer {
  subscribe: (request: { topic: string }, acknowledge: (reply: Acknowledgement) => void) => void
  unsubscribe: (request: { topic: string }, acknowledge: (reply: Acknowledgement) => void) => void
}
