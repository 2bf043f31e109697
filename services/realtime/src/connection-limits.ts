import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { createClientAddress, networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import { counter } from '@toile/runtime/counter'
import type { RealtimeSocket } from './socket-types.js'

/** Open pages of one person that get live messages, in each copy of realtime; a further one fetches by itself. */
export const MAX_SOCKETS_PER_USER = 10
/** A school or a company shares an address; so many new connections a minute none of them makes. */
export const MAX_HANDSHAKES_PER_MINUTE = 300
/** And so many at a time, in each copy of realtime. */
const MAX_OPEN_PER_ADDRESS = 500
/** Attempts to authenticate on one connection: our client makes one, and another when its session has changed. */
export const MAX_ATTEMPTS_PER_CONNECTION = 3
/** Messages that wait for a reader who does not take them; who is so far behind fetches again after coming back. */
const MAX_WAITING_MESSAGES = 1_000
const MINUTE_MS = 60_000
/** Addresses that are counted at a time: some 10 MB. */
const MAX_ADDRESSES = 100_000

/** What may be an unnamed proxy, through which everybody comes: nobody is counted by these. */
const inside = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  inside.addSubnet(net, prefix)
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addAddress('::1', 'ipv6')

type Connection = RealtimeSocket['conn']

export interface ConnectionLimits {
  /** Whether this address may connect (again); asked before anything is looked up. */
  allowHandshake(request: IncomingMessage): boolean
  /** Counts a connection until it closes, and ends it when its reader takes nothing. */
  countConnection(connection: Connection): void
  /** Whether this connection may authenticate (again). */
  allowAttempt(connection: Connection): boolean
  /** Whether this person may have one more socket. */
  allowSocket(socket: RealtimeSocket): boolean
  /** Counts a socket until it closes. */
  countSocket(socket: RealtimeSocket): void
  close(): void
}

/** Keeps a flood of connections from costing the others theirs. The API of the same machine may pass them on. */
export function createConnectionLimits({ trustProxy }: Pick<Config, 'trustProxy'>): ConnectionLimits {
  const addressOf = createClientAddress(trustProxy ? `loopback,${trustProxy}` : 'loopback')
  const handshakes = new Map<string, number>()
  const forget = setInterval(() => handshakes.clear(), MINUTE_MS)
  forget.unref()
  const openOf = counter()
  const openFrom = counter()
  const attempts = new WeakMap<Connection, number>()
  return {
    allowHandshake(request) {
      const from = countedBy(addressOf(request))
      if (!from) return true
      // The oldest makes room; the count of everybody else stays.
      if (handshakes.size >= MAX_ADDRESSES && !handshakes.has(from)) handshakes.delete(handshakes.keys().next().value!)
      const count = (handshakes.get(from) ?? 0) + 1
      handshakes.set(from, count)
      return count <= MAX_HANDSHAKES_PER_MINUTE && openFrom.count(from) < MAX_OPEN_PER_ADDRESS
    },
    countConnection(connection) {
      const from = countedBy(addressOf(connection.request))
      if (from) connection.once('close', openFrom.add(from))
      let waiting = 0
      connection.on('packetCreate', () => {
        if (++waiting > MAX_WAITING_MESSAGES) connection.close(true)
      })
      connection.on('drain', () => (waiting = 0))
    },
    allowAttempt(connection) {
      const count = (attempts.get(connection) ?? 0) + 1
      attempts.set(connection, count)
      return count <= MAX_ATTEMPTS_PER_CONNECTION
    },
    allowSocket: ({ data }) => !data.session || openOf.count(data.session.userId) < MAX_SOCKETS_PER_USER,
    countSocket(socket) {
      if (socket.data.session) socket.once('disconnect', openOf.add(socket.data.session.userId))
    },
    close: () => clearInterval(forget),
  }
}

/** By what a caller is counted; undefined for those inside. */
function countedBy(address: string): string | undefined {
  return inside.check(address, address.includes(':') ? 'ipv6' : 'ipv4') ? undefined : networkOf(address)
}
