import type { IncomingMessage, Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { RouteName } from '@toile/contracts/routes'

/** Who sends headers for longer is ended, found by a look each `CHECK_MS`. */
const HEADERS_MS = 15_000
const CHECK_MS = 2_000
/** Far below what a process may open; further ones are closed as they come. */
const MAX_CONNECTIONS = 8_000
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

/** Ends who sends a body in drops, and takes no more connections than it can hold. */
export function endSlowClients(app: FastifyInstance, bodyMs = BODY_MS): void {
  app.server.maxConnections = MAX_CONNECTIONS
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
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
