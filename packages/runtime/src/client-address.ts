import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Finds the IP address of a request's client. X-Forwarded-For counts only from proxies in `trusted` (proxy-addr's
 * syntax, comma-separated). The address is empty once the connection is closed. @throws Error if `trusted` is malformed
 */
export function createClientAddress(trusted: string | undefined): (request: IncomingMessage) => string {
  const trust = trustedProxies(trusted)
  return (request) => ((proxyAddress(request, trust) as string | undefined) ?? '').replace(/^::ffff:/, '')
}

export function trustedProxies(trusted: string | undefined): (address: string) => boolean {
  const trust = proxyAddress.compile(trusted?.split(',').map((one) => one.trim()) ?? [])
  return (address) => trust(address, 0)
}

/** IPv4: the address without a port that a proxy appended. IPv6: the /64, as a customer usually gets a whole /64. */
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

/** The IPv4 /24 or IPv6 /48 of an address: one attacker can easily get a range of this size. */
export function widerNetworkOf(address: string | undefined): string {
  const network = networkOf(address)
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : network.split('.').slice(0, 3).join('.')
}
