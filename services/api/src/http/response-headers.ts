import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '@toile/runtime/config'

/** These headers forbid scripts, framing, caching, sniffing, referrers and cross-site use. Routes may change them. */
const defaults = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** @returns a function that sets the headers. Call it before anything can fail, so that errors have the headers too */
export function createDefaultHeaders({ publicUrl }: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = Object.entries({
    ...defaults,
    // The configuration decides, because behind a TLS-terminating proxy all requests look like http.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  })
  return (request, reply) => {
    // Headers are set on the raw response, so that responses without Fastify's reply have them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    reply.raw.setHeader('x-request-id', request.id)
  }
}
