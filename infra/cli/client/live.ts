import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '@toile/contracts/live'
import type { Api } from './api.js'

const RECONNECT_MS = 1_000

/**
 * A socket that follows things live. `catchUp` is called whenever something may have been missed: it fetches the present
 * state. `refused` is called when the session is no good, or when the person breaks off.
 */
export function openLive(
  api: Api,
  { catchUp, refused }: { catchUp: () => void; refused: (error: Error) => void },
): Socket<ServerToClient, ClientToServer> {
  const socket: Socket<ServerToClient, ClientToServer> = io(api.url, {
    auth: { token: api.token },
    transports: ['websocket'],
    reconnectionDelayMax: RECONNECT_MS,
  })
  socket.on('connect', catchUp)
  socket.on('resync', catchUp)
  socket.on('connect_error', (error) => {
    if (error.message === 'Unauthenticated') refused(error)
    // A refusal by realtime itself (its Postgres is away) ends the library's own tries.
    else if (!socket.active) setTimeout(() => socket.connect(), RECONNECT_MS).unref()
  })
  api.signal.addEventListener('abort', () => refused(api.signal.reason as Error))
  return socket
}
