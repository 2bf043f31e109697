import type { FastifyInstance } from 'fastify'
import type { Hosts } from '@toile/runtime/hosts-config'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADERS =
  'authorization, content-type, accept-language, idempotency-key, toile-reason, x-admin-request, ' +
  'tus-resumable, upload-length, upload-metadata, upload-offset, upload-checksum, upload-defer-length, upload-concat, ' +
  'x-http-method-override'
const EXPOSED =
  'location, retry-after, tus-checksum-algorithm, tus-extension, tus-max-size, tus-resumable, tus-version, ' +
  'upload-expires, upload-length, upload-metadata, upload-offset'
const PREFLIGHT_SECONDS = 7_200

/** Allows CORS calls from exactly the origins in `hosts`. No cookies are allowed: pages send the bearer header. */
export function allowPages(app: FastifyInstance, hosts: Hosts): void {
  if (Object.keys(hosts).length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    // Headers are set on the raw response, so that responses sent by other hooks have them too.
    reply.raw.setHeader('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !Object.hasOwn(hosts, origin)) return
    reply.raw.setHeader('access-control-allow-origin', origin)
    reply.raw.setHeader('access-control-expose-headers', EXPOSED)
    reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin')
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send()
  })
}
