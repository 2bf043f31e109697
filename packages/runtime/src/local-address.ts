import { isIPv6 } from 'node:net'

export const bareHost = (host: string) => host.trim().replace(/^\[(.*)\]$/, '$1')

/** The server's URL for people: `localhost` if the server listens on all addresses or on 127.0.0.1. */
export function addressOf(host: string, port: number): string {
  return isEverywhere(host) || host === '127.0.0.1' ? `http://localhost:${port}` : localAddress(host, port)
}

export function localAddress(host: string, port: number): string {
  if (isEverywhere(host)) return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** A server that listens on `::` also accepts IPv4. */
const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'
