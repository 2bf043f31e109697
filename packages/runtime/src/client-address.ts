import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/**
 * Tells from which address a request came: the connection's, or what the proxies of `trusted` (addresses, networks, or
 * proxy-addr's names such as `loopback`, by commas) say in X-Forwarded-For. IPv4 within IPv6 is written as IPv4.
 * @throws when `trusted` names something that is no address.
 */
export function createClientAddress(trusted: string | undefined): (request: IncomingMessage) => string {
  const trust = proxyAddress.compile(trusted?.split(',').map((one) => one.trim()) ?? [])
  return (request) => proxyAddress(request, trust).replace(/^::ffff:/, '')
}
