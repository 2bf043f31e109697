import type { Server } from 'socket.io'
import type { ClientToServer, ServerToClient } from '@toile/contracts/live'
import type { Language } from '@toile/contracts/languages.constants'
import type { UserGroup } from '@toile/contracts/users/users.constants'

interface SocketData {
  /** Undefined for a visitor. */
  session: { id: string; userId: string; group: UserGroup; expiresAt: Date } | undefined
  language: Language
}

export type Realtime = Server<ClientToServer, ServerToClient, Record<never, never>, SocketData>
export type RealtimeSocket = Parameters<Parameters<Realtime['use']>[0]>[0]
