import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { Config } from '@toile/runtime/config'
import type { RealtimeSocket } from './socket-types.js'

/** Open pages of one person that hear live news, in each copy of realtime; a further one fetches by itself. */
export const maxSocketsPerUser = 10
/** A school or a company shares an address; so many new connections a minute none of them makes. */
export const maxHandshakesPerMinute = 300
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

export interface Door {
  /** Whether this address may try (again); asked before anything is looked up. */
  mayKnock(request: IncomingMessage): boolean
  /** Whether this person may have one more. */
  mayEnter(socket: RealtimeSocket): boolean
  /** Counts a socket until it closes. */
  enter(socket: RealtimeSocket): void
  close(): void
}

/** Keeps a flood of connections from costing the others theirs. */
export function createDoor({ trustProxy }: Pick<Config, 'trustProxy'>): Door {
  const trust = proxyAddress.compile(trustProxy?.split(',').map((one) => one.trim()) ?? [])
  const knocks = new Map<string, number>()
  const forget = setInterval(() => knocks.clear(), MINUTE_MS)
  forget.unref()
  const open = new Map<string, number>()
  return {
    mayKnock(request) {
      const address = proxyAddress(request, trust).replace(/^::ffff:/, '')
      if (inside.check(address, address.includes(':') ? 'ipv6' : 'ipv4')) return true
      if (knocks.size >= MAX_ADDRESSES) knocks.clear()
      const count = (knocks.get(address) ?? 0) + 1
      knocks.set(address, count)
      return count <= maxHandshakesPerMinute
    },
    mayEnter: ({ data }) => (open.get(data.session?.userId ?? '') ?? 0) < maxSocketsPerUser,
    enter(socket) {
      const userId = socket.data.session?.userId
      if (!userId) return
      open.set(userId, (open.get(userId) ?? 0) + 1)
      socket.once('disconnect', () => {
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      })
    },
    close: () => clearInterval(forget),
  }
}
