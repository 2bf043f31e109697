import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '@toile/runtime/config'

/** Headers of a response unless its own route sets others: nothing may be run, framed, kept, guessed or told of. */
const defaults = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets these headers on a response before anything else is done for it: on every one, errors too. */
export function createDefaultHeaders({ publicUrl }: Config): (request: FastifyRequest, reply: FastifyReply) => void {
  const headers = Object.entries({
    ...defaults,
    // By the configuration and not by the call: behind a proxy that takes off https, all calls look like http.
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  })
  return (request, reply) => {
    // On the response itself, so that what has no reply has them too.
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    reply.raw.setHeader('x-request-id', request.id)
  }
}
