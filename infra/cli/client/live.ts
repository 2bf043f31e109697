import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '@toile/contracts/live'
import type { Api } from './api.js'

const RECONNECT_MS = 1_000

/**
 * Calls `catchUp` when messages may be missing, and `refused` when the session is invalid or `api.signal` is aborted.
 * Keeps the process running until `close()`, which also ends calls with `live`.
 */
export function openLive(
  api: Api,
  { catchUp, refused }: { catchUp: () => void; refused: (error: Error) => void },
): { socket: Socket<ServerToClient, ClientToServer>; live: Api; close: () => void } {
  const closing = new AbortController()
  // Without this signal, a call that is being tried again would keep the process running after `close()`.
  const live = { ...api, signal: AbortSignal.any([api.signal, closing.signal]) }
  const socket: Socket<ServerToClient, ClientToServer> = io(api.url, {
    auth: { token: api.token },
    transports: ['websocket'],
    reconnectionDelayMax: RECONNECT_MS,
  })
  let retry: NodeJS.Timeout | undefined
  socket.on('connect', catchUp)
  socket.on('resync', catchUp)
  socket.on('connect_error', (error) => {
    if (error.message === 'Unauthenticated') refused(error)
    // When realtime itself refuses the connection, as it does without Postgres, the library stops reconnecting.
    else if (!socket.active) retry = setTimeout(() => socket.connect(), RECONNECT_MS)
  })
  const refuseAborted = () => refused(api.signal.reason as Error)
  if (api.signal.aborted) refuseAborted()
  else api.signal.addEventListener('abort', refuseAborted)
  return {
    socket,
    live,
    close() {
      closing.abort()
      clearTimeout(retry)
      socket.disconnect()
    },
  }
}
