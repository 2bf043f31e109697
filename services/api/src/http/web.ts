import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import proxy from '@fastify/http-proxy'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import { isInStudio, isPage } from '@toile/contracts/pages.constants'
import type { Config } from '@toile/runtime/config'
import { networkOf } from '@toile/runtime/client-address'
import { root } from '@toile/runtime/root'
import { isTrustworthyOrigin } from '@toile/runtime/trustworthy-origin'
import { withoutMeasurement } from '@toile/runtime/hosts-config'
import { errorBody } from './error-responses.js'
import { fillHead, addHosts, addUnmeasured } from './page-head.js'
import { renderPage, plainPage } from './pages.js'
import { tunnelSockets } from './socket-tunnel.js'
import type { Context } from './context.js'

const dist = path.join(root, 'web/dist')

/** Sites in `embedAncestors` may frame these pages, which show a work or a spin and change nothing for the user. */
const EMBEDDED = /^\/embed\//

/** Limit of pages per network, because a page may cause database lookups. */
const pageRate = { calls: 6_000, windowSeconds: 60 }

/** The addresses of these pages may hold a mailed token or a provider's code, so the pages send no referrer. */
const HAS_SECRETS = /^\/(login|social|unsubscribe)(\/|$)/

const served: Omit<FastifyStaticOptions, 'root'> = {
  index: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders(response, file) {
    const { dir, base } = path.parse(file)
    const isAsset = dir.endsWith(`${path.sep}assets`)
    response.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (/\.worker-[^.]+\.js(\.br)?$/.test(base))
      response.header('content-security-policy', "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'")
  },
}

/** Serves the web client. Forwards /socket.io too, because a local Toile has no ingress in front of the API. */
export async function serveWeb(app: FastifyInstance, context: Context, isShedding: () => boolean): Promise<void> {
  const { config, limits } = context
  await app.register(proxy, {
    upstream: config.realtimeUrl,
    prefix: '/socket.io',
    rewritePrefix: '/socket.io',
    replyOptions: {
      onError: (reply, { error: cause }) => reply.send(new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause })),
      rewriteRequestHeaders: (request, headers) => ({ ...headers, 'x-forwarded-for': (request as FastifyRequest).ip }),
    },
  })
  tunnelSockets(app, config)
  if (existsSync(dist)) {
    // The few files beside the assets get a route each. The hundreds of assets share one, so the API starts faster.
    await app.register(fastifyStatic, { ...served, root: dist, wildcard: false, globIgnore: ['assets/**'] })
    const assets = path.join(dist, 'assets')
    await app.register(fastifyStatic, { ...served, root: assets, prefix: '/assets/', decorateReply: false })
  }
  const built = existsSync(dist) ? readFileSync(path.join(dist, 'index.html'), 'utf8') : undefined
  const plain = built && (config.pageViews ? built : addUnmeasured(built))
  // Pages whose address may hold a secret get no third-party analytics, neither in the document nor in the policy.
  const closed: Config = { ...config, hosts: withoutMeasurement(config.hosts) }
  const page = plain && addHosts(plain, config.hosts)
  const closedPage = plain && addHosts(plain, closed.hosts)
  const headers = pageHeaders(config, "'none'")
  const closedHeaders = pageHeaders(closed, "'none'")
  const embedHeaders = pageHeaders(config, config.embedAncestors)
  const studioHeaders = pageHeaders(config, config.studioAncestors)
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '', search = ''] = request.url.split('?')
    // A page's own path gets the page even without `Accept: text/html`, which link previews and uptime checks do not
    // send. Paths below /api get a page only if the client accepts HTML.
    const isOwnPath = isPage(path) && !request.originalUrl.startsWith('/api/')
    const wantsPage = isOwnPath || (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || !['GET', 'HEAD'].includes(request.method) || !page) {
      const error = new ToileError('NOT_FOUND')
      return reply.code(404).send(errorBody(error, request))
    }
    const retryAfterSeconds = isShedding() ? 5 : await limits.take('pages', [pageRate], networkOf(request.ip))
    // The plain page needs no database and shows an outage better than an error response.
    const { status, head } = retryAfterSeconds
      ? { ...plainPage(config.publicUrl + path), status: isShedding() ? 503 : 429 }
      : await renderPage(context, request.url, request.cookies['token']).catch((error: unknown) => {
          request.log.warn({ err: error }, 'the head of a page could not be filled in')
          return plainPage(config.publicUrl + path)
        })
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    const hasSecrets = HAS_SECRETS.test(path)
    const ownHeaders = hasSecrets ? closedHeaders : headers
    return reply
      .code(status)
      .headers(isInStudio(path, search) ? studioHeaders : EMBEDDED.test(path) ? embedHeaders : ownHeaders)
      .header('referrer-policy', hasSecrets ? 'no-referrer' : 'strict-origin-when-cross-origin')
      .type('text/html; charset=utf-8')
      .send(fillHead(hasSecrets ? closedPage! : page, head))
  })
}

/** The distinct origins without IPv6 literals, which a policy forbids. `'self'` still covers the page's own address. */
function unique(origins: (string | undefined)[], written = (origin: string) => origin): string {
  return [...new Set(origins)].flatMap((origin) => (origin && !origin.includes('[') ? [written(origin)] : [])).join(' ')
}

/** A page's security headers. The loaders of three.js need `blob:` for textures; see docs/security.md. */
function pageHeaders(config: Config, frameAncestors: string): Record<string, string> {
  const elsewhere = Object.values(config.hosts)
  const files = unique([config.filesOrigin, ...elsewhere.map((hosts) => hosts.files ?? hosts.api)])
  const sockets = unique([config.publicUrl, ...elsewhere.map((hosts) => hosts.socket)], (url) =>
    url.replace(/^http/, 'ws'),
  )
  const apis = unique(elsewhere.map((hosts) => hosts.api))
  const measured = elsewhere.flatMap(({ measurement }) => measurement ?? [])
  const scripts = unique(measured.map(({ script }) => new URL(script).origin))
  const measurementOrigins = unique(measured.flatMap(({ script, send }) => [new URL(script).origin, ...(send ?? [])]))
  const sources = (name: string, ...lists: string[]) => [name, ...lists.filter(Boolean)].join(' ')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors}`,
      "form-action 'self'",
      sources("script-src 'self'", scripts),
      "style-src 'self' 'unsafe-inline'",
      sources("img-src 'self' data: blob:", files, measurementOrigins),
      sources("media-src 'self' blob:", files),
      "font-src 'self'",
      sources("connect-src 'self' blob:", files, sockets, apis, measurementOrigins),
      "worker-src 'self'",
      "manifest-src 'self'",
    ].join('; '),
    // In insecure contexts browsers ignore this header and log an error on each page.
    ...(isTrustworthyOrigin(config.publicUrl) && { 'cross-origin-opener-policy': 'same-origin' }),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}
