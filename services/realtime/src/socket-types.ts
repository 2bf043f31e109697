import type { Server } from 'socket.io'
import type { ClientToServer, ServerToClient } from '@toile/contracts/live'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'

/** What the handshake found out about a socket. */
interface SocketData {
  /** Undefined for a visitor, who may still look at public topics. */
  session: { id: string; userId: string; group: UserGroup; expiresAt: Date } | undefined
  language: Language
}

export type Realtime = Server<ClientToServer, ServerToClient, Record<never, never>, SocketData>
export type RealtimeSocket = Parameters<Parameters<Realtime['use']>[0]>[0]
