import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Tells from which address a request came: the connection's, or what the proxies of `trusted` (addresses, networks, or
 * proxy-addr's names such as `loopback`, by commas) say in X-Forwarded-For. IPv4 within IPv6 is written as IPv4. Empty when
 * the connection is gone.
 * @throws when `trusted` names something that is no address.
 */
export function createClientAddress(trusted: string | undefined): (request: IncomingMessage) => string {
  const trust = trustedProxies(trusted)
  // A connection that was reset meanwhile has no address any more: nobody is there to be answered.
  return (request) => ((proxyAddress(request, trust) as string | undefined) ?? '').replace(/^::ffff:/, '')
}

/** Whether an address is one of `trusted`, as above. */
export function trustedProxies(trusted: string | undefined): (address: string) => boolean {
  const trust = proxyAddress.compile(trusted?.split(',').map((one) => one.trim()) ?? [])
  return (address) => trust(address, 0)
}

/**
 * By what a caller is counted: the address, of IPv6 the /64 that one customer has. The port that some proxies write behind an
 * address of IPv4 is left out: it is another one for each connection.
 */
export function networkOf(address: string | undefined): string {
  if (!address) return ''
  const four = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i.exec(address)?.[1]
  if (four) return four
  if (!address.includes(':')) return address
  const [start = '', end] = address.split('::')
  const before = start === '' ? [] : start.split(':')
  const after = end ? end.split(':') : []
  const groups =
    end === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return groups.slice(0, 4).join(':')
}

/** What one party may have of networks without an effort: the /24 of IPv4, the /48 of IPv6. */
export function widerNetworkOf(address: string | undefined): string {
  const network = networkOf(address)
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : network.split('.').slice(0, 3).join('.')
}
