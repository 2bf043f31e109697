import type { LiveMessage } from '@toile/bus/live-stream'
import type { ServerToClient } from '@toile/contracts/live'
import type { Language } from '@toile/contracts/languages.constants'
import { say } from '@toile/contracts/words'
import type { StoredFailure } from '@toile/contracts/failures'
import type { Realtime } from './socket-types.js'

/** Emits a message to this copy's sockets in its room, failures in each reader's language. */
export function deliver(io: Realtime, { room, event, payload }: LiveMessage): void {
  for (const id of io.of('/').adapter.rooms.get(room) ?? []) {
    const socket = io.of('/').sockets.get(id)
    socket?.emit(
      event,
      ...([inLanguage(payload, socket.data.language)] as unknown as Parameters<ServerToClient[typeof event]>),
    )
    if (event === 'session:revoked') socket?.disconnect(true)
  }
}

/** Something may have been missed: everyone fetches again what is on screen. */
export function resync(io: Realtime): void {
  io.local.emit('resync', {})
}

function inLanguage(payload: object, language: Language): object {
  const failure = (payload as { failure?: StoredFailure }).failure
  if (!failure) return payload
  return { ...payload, failure: { ...failure, message: say(failure.code, failure.params, language) } }
}
