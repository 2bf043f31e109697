import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import proxy from '@fastify/http-proxy'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import { isPage } from '@toile/contracts/pages.constants'
import type { Config } from '@toile/runtime/config'
import { errorBody } from './error-answers.js'

const dist = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../web/dist')

/**
 * In the local set-up the API's origin is also the edge: it serves the built web client and passes /socket.io on to
 * realtime, by the same rules as an ingress would.
 */
export async function serveWeb(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(proxy, {
    upstream: config.realtimeUrl,
    prefix: '/socket.io',
    rewritePrefix: '/socket.io',
    websocket: true,
  })
  if (existsSync(dist))
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders: (response, file) =>
        response.header(
          'cache-control',
          file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  const page = existsSync(dist) ? readFileSync(path.join(dist, 'index.html'), 'utf8') : undefined
  const headers = pageHeaders(config)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || !page) {
      const error = new ToileError('NOT_FOUND')
      return reply.code(404).send(errorBody(error, request))
    }
    const address = request.url.split('?')[0]!
    // Pages that are opened with a token or a code in their address tell nobody where one came from.
    const secretive = /^\/(login|social)(\/|$)/.test(address)
    return reply
      .code(isPage(address) ? 200 : 404)
      .headers(secretive ? { ...headers, 'referrer-policy': 'no-referrer' } : headers)
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

/** What the document may do. three's loaders need blob: for textures and workers, meshopt needs wasm; see docs/security.md. */
function pageHeaders(config: Config): Record<string, string> {
  const files = config.filesOrigin
  const socket = config.publicUrl.replace(/^http/, 'ws')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob: ${files}`,
      `media-src 'self' blob: ${files}`,
      "font-src 'self'",
      `connect-src 'self' blob: ${files} ${socket}`,
      "worker-src 'self' blob:",
      "manifest-src 'self'",
    ].join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}
