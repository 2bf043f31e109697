import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { RouteName } from '@toile/contracts/routes'
import { networkOf, trustedProxies } from '@toile/runtime/client-address'
import type { Config } from '@toile/runtime/config'
import { counter } from '@toile/runtime/counter'

/** The headers of a call must arrive within this time, which is checked every `CHECK_MS`. */
const HEADERS_MS = 15_000
const CHECK_MS = 2_000
/** Further connections are closed. This limit is far below the number of files that the process may open. */
const MAX_CONNECTIONS = 8_000
/** Limit per network. It is enough for a school, but one client cannot take everything. Trusted proxies are exempt. */
const MAX_OF_NETWORK = 2_500
/** A connection with more unanswered calls is closed. Browsers and proxies await each response before the next call. */
const MAX_UNANSWERED = 10
/** Time limit for a body. It is enough for a slow phone to send the largest buffered body, which is below 500 kB. */
const BODY_MS = 60_000

/** The body of these routes is a file, which may take longer. The rest that comes after the answer has `BODY_MS`. */
const takeLong: readonly (RouteName | undefined)[] = ['tusCreate', 'tusAppend', 'createImage']

export const connectionLimits = {
  requestTimeout: 0,
  // A connection without a byte in either direction for this long is closed.
  connectionTimeout: 120_000,
  // Load balancers close idle connections after 60 s. The API waits longer, so that it closes none that they reuse.
  keepAliveTimeout: 65_000,
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
} satisfies FastifyHttpOptions<Server>

/** Ends connections with slow bodies or long pipelines, and limits connections in total and per network. */
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
      // If the client has already left or the call is injected, 'close' never comes and the timer is not cleared.
      // Because of unref(), the timer does not keep the process alive.
      const timer = setTimeout(() => raw.destroy(), bodyMs).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    if (takeLong.includes(routeOptions.config.name)) reply.raw.once('finish', () => raw.complete || end())
    else end()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
