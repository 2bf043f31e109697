import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { createClientAddress, networkOf } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import { counter } from '@toile/runtime/counter'
import type { RealtimeSocket } from './socket-types.js'

/** Sockets per user and process. Further pages of the user get no socket and poll instead. */
export const MAX_SOCKETS_PER_USER = 10
/** Handshakes per address and process. High enough for a school or company behind one address. */
export const MAX_HANDSHAKES_PER_MINUTE = 300
/** Open connections per address and process. */
const MAX_OPEN_PER_ADDRESS = 500
/** Attempts to join the namespace per connection. Our client joins once, and again when its session changes. */
export const MAX_ATTEMPTS_PER_CONNECTION = 3
/** A reader with more unsent messages than this is disconnected. Its client reconnects and refetches. */
const MAX_WAITING_MESSAGES = 1_000
const MINUTE_MS = 60_000
/** Maximum number of addresses counted at a time. Together they take some 10 MB. */
const MAX_ADDRESSES = 100_000

/** Private addresses are not counted: if TRUST_PROXY lacks a proxy, all users seem to have its private address. */
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

/** Keeps one client's flood from affecting others. The API, which tunnels sockets over loopback, is a trusted proxy. */
export function createConnectionLimits({ trustProxy }: Pick<Config, 'trustProxy'>) {
  const addressOf = createClientAddress(trustProxy ? `loopback,${trustProxy}` : 'loopback')
  const handshakes = new Map<string, number>()
  const forget = setInterval(() => handshakes.clear(), MINUTE_MS)
  forget.unref()
  const openOf = counter()
  const openFrom = counter()
  const attempts = new WeakMap<Connection, number>()
  return {
    /** Checked before any database lookup. */
    allowHandshake(request: IncomingMessage): boolean {
      const from = countedBy(addressOf(request))
      if (!from) return true
      // A full map forgets only its oldest address. Clearing the map would reset the counts of all others.
      if (handshakes.size >= MAX_ADDRESSES && !handshakes.has(from)) handshakes.delete(handshakes.keys().next().value!)
      const count = (handshakes.get(from) ?? 0) + 1
      handshakes.set(from, count)
      return count <= MAX_HANDSHAKES_PER_MINUTE && openFrom.count(from) < MAX_OPEN_PER_ADDRESS
    },
    /** Also ends a connection whose reader is too slow. */
    countConnection(connection: Connection): void {
      const from = countedBy(addressOf(connection.request))
      if (from) connection.once('close', openFrom.add(from))
      let waiting = 0
      connection.on('packetCreate', () => {
        if (++waiting > MAX_WAITING_MESSAGES) connection.close(true)
      })
      connection.on('drain', () => (waiting = 0))
    },
    allowAttempt(connection: Connection): boolean {
      const count = (attempts.get(connection) ?? 0) + 1
      attempts.set(connection, count)
      return count <= MAX_ATTEMPTS_PER_CONNECTION
    },
    allowSocket: ({ data }: RealtimeSocket) =>
      !data.session || openOf.count(data.session.userId) < MAX_SOCKETS_PER_USER,
    countSocket(socket: RealtimeSocket): void {
      if (socket.data.session) socket.once('disconnect', openOf.add(socket.data.session.userId))
    },
    close: () => clearInterval(forget),
  }
}

/** The network under which an address is counted. Undefined for private addresses. */
function countedBy(address: string): string | undefined {
  const network = networkOf(address)
  const isIpv6 = network.includes(':')
  return inside.check(isIpv6 ? address : network, isIpv6 ? 'ipv6' : 'ipv4') ? undefined : network
}
