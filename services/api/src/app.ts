import cookie from '@fastify/cookie'
import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { Histogram } from 'prom-client'
import { newId } from '@toile/contracts/ids'
import type { Running } from '@toile/runtime/process'
import { tokenSignOptions, tokenVerifyOptions } from '@toile/runtime/tokens'
import { createContext, type AppParts } from './http/context.js'
import { createDefaultHeaders } from './http/response-headers.js'
import { compressJson } from './http/json-bytes.js'
import { allowPages } from './http/cross-origin.js'
import { sendError, registerErrorHandler } from './http/error-responses.js'
import { registerRoutes } from './http/register-routes.js'
import { shedLoad } from './http/load-shedding.js'
import { handlersOf } from './handlers.js'
import { connectionLimits, endSlowClients } from './http/slow-clients.js'
import { checkBySchema, writeBySchema } from './http/validation.js'
import { traceCalls } from './http/traces.js'
import { speakTus, takeOverriddenMethod } from './uploads/tus-edge.js'
import { serveWeb } from './http/web.js'

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { running } = parts
  const { config } = running
  const setDefaultHeaders = createDefaultHeaders(config)
  const app = Fastify({
    loggerInstance: running.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // register-routes.ts adds the HEAD routes itself, because the upload protocol has a HEAD route of its own.
    exposeHeadRoutes: false,
    rewriteUrl(request) {
      const { url = '/' } = request
      const address = url.startsWith('/api/') ? url.slice(4) : url
      takeOverriddenMethod(request, address)
      return address
    },
    // Unique across all API processes, because the id links a call to its consequences, see packages/db/src/cause.ts.
    genReqId: () => newId(),
    requestIdHeader: false,
    // A request with an invalid URL reaches no hook, and Fastify's default error would echo the URL.
    frameworkErrors(error, ...call) {
      const [request, reply] = call as [FastifyRequest, FastifyReply]
      setDefaultHeaders(request, reply)
      sendError(error, request, reply)
    },
    trustProxy: config.trustProxy ?? false,
    ...connectionLimits,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  })
  app.setValidatorCompiler(checkBySchema)
  app.setSerializerCompiler(writeBySchema)
  await traceCalls(app, running.tracing)
  app.addHook('onRequest', async (request, reply) => setDefaultHeaders(request, reply))
  speakTus(app)
  registerErrorHandler(app)
  observe(app, running)
  allowPages(app, config.hosts)
  endSlowClients(app, config)
  const isShedding = await shedLoad(app)
  compressJson(app)
  await app.register(multipart)
  await app.register(jwt, { secret: config.secret, sign: tokenSignOptions, verify: tokenVerifyOptions })

  await app.register(cookie)

  const context = createContext(app, parts)
  registerRoutes(app, context, handlersOf(context))
  await serveWeb(app, context, isShedding)
  endConnections(app)
  return app
}

/** How long calls may run on when the server closes. An upload may be cut off, because clients resume it. */
const FINISH_MS = 15_000

function endConnections(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    const rest = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(rest)
    })
  })
}

function observe(app: FastifyInstance, { metrics }: Running): void {
  const seconds = new Histogram({
    name: 'toile_http_duration_seconds',
    help: 'How long calls took, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
}
