import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '@toile/runtime/config'

/** Unless a route sets others: no scripts, no framing, no caching, no sniffing, no referrer. */
const defaults = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets these headers before anything else, so that errors have them too. */
export function createDefaultHeaders({ publicUrl }: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = Object.entries({
    ...defaults,
    // By configuration, not by request: behind a TLS-terminating proxy all requests look like http.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  })
  return (request, reply) => {
    // Set on the raw response, so that answers without a reply have them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    reply.raw.setHeader('x-request-id', request.id)
  }
}
