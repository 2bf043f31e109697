import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { RouteName } from '@toile/contracts/routes'
import { networkOf, trustedProxies } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import { counter } from '@toile/runtime/counter'

/** Who sends headers for longer is ended, found by a look each `CHECK_MS`. */
const HEADERS_MS = 15_000
const CHECK_MS = 2_000
/** Far below what a process may open; further ones are closed as they come. */
const MAX_CONNECTIONS = 8_000
/** Of them one network may have so many: a school does not, and nobody alone holds them all. Trusted proxies hold everybody's. */
const MAX_OF_NETWORK = 2_500
/** Calls of one connection that wait for their answers. Browsers and proxies send the next when the last is answered. */
const MAX_UNANSWERED = 10
/** As a slow phone sends the largest body that is read whole, 1 MiB. */
const BODY_MS = 60_000

/** Their bodies are files, which may take as long as they move on. */
const takeLong: readonly (RouteName | undefined)[] = ['tusCreate', 'tusAppend', 'createImage']

/** For Fastify's options: how long connections may take. An upload may take long; headers may not. */
export const connectionLimits = {
  requestTimeout: 0,
  // Without a byte either way.
  connectionTimeout: 120_000,
  // Idle sockets outlive a balancer's 60 s.
  keepAliveTimeout: 65_000,
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
} satisfies FastifyHttpOptions<Server>

/**
 * Ends who sends a body in drops or call upon call without waiting, and takes no more connections than it can hold, or than
 * one network may have.
 */
export function endSlowClients(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { bodyMs = BODY_MS, maxOfNetwork = MAX_OF_NETWORK } = {},
): void {
  app.server.maxConnections = MAX_CONNECTIONS
  const isProxy = trustedProxies(trustProxy)
  const open = counter()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (!address || isProxy(address)) return
    const network = networkOf(address)
    if (open.count(network) >= maxOfNetwork) socket.destroy()
    else socket.once('close', open.add(network))
  })
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const { socket } = raw
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    if (count > MAX_UNANSWERED) {
      reply.hijack()
      socket.destroy()
      return
    }
    if (!hasBody(raw)) return
    const end = () => {
      // A call whose client went away after the answer, or that came by no connection, never closes: its timer would keep
      // an API that is otherwise done alive.
      const timer = setTimeout(() => raw.destroy(), bodyMs).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    // Of a file that was refused, nobody waits for the rest.
    if (takeLong.includes(routeOptions.config.name)) reply.raw.once('finish', () => raw.complete || end())
    else end()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
