import { isIPv6 } from 'node:net'

/** An address to listen on; IPv6 may be written as in a URL. */
export const bareHost = (host: string) => host.trim().replace(/^\[(.*)\]$/, '$1')

/** Where people reach a server of this machine that listens on `host`; on every address of it, by localhost. */
export function addressOf(host: string, port: number): string {
  return isEverywhere(host) || host === '127.0.0.1' ? `http://localhost:${port}` : localAddress(host, port)
}

/** Where a program of this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  if (isEverywhere(host)) return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** `::` takes connections by IPv4 too. */
const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'
