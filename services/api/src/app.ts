import compress from '@fastify/compress'
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
import { compression } from './http/json-bytes.js'
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

/** The API as a Fastify instance that does not listen yet; tests build it the same way. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { running } = parts
  const { config } = running
  const close = createDefaultHeaders(config)
  const app = Fastify({
    loggerInstance: running.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Each route says so, for HEAD of an upload is the upload protocol's own.
    exposeHeadRoutes: false,
    rewriteUrl(request) {
      const { url = '/' } = request
      const address = url.startsWith('/api/') ? url.slice(4) : url
      takeOverriddenMethod(request, address)
      return address
    },
    // One of a kind in all copies: it follows what the call sets off, see db/cause.ts.
    genReqId: () => newId(),
    requestIdHeader: false,
    // What cannot even be an address comes by no hook, and would be said back.
    frameworkErrors(error, ...call) {
      const [request, reply] = call as [FastifyRequest, FastifyReply]
      close(request, reply)
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
  app.addHook('onRequest', async (request, reply) => close(request, reply))
  speakTus(app)
  registerErrorHandler(app)
  observe(app, running)
  allowPages(app, config.hosts)
  endSlowClients(app, config)
  const isShedding = await shedLoad(app)
  // Calls' answers alone: scripts and styles lie compressed on the disk, and models and pictures are already.
  await app.register(compress, {
    ...compression,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    globalDecompression: false,
  })
  await app.register(multipart)
  await app.register(jwt, { secret: config.secret, sign: tokenSignOptions, verify: tokenVerifyOptions })

  await app.register(cookie)

  const context = createContext(app, parts)
  registerRoutes(app, context, handlersOf(context))
  await serveWeb(app, context, isShedding)
  endConnections(app)
  return app
}

/** How long calls that have begun may go on after the end was asked for; an upload that is cut off is resumed. */
const FINISH_MS = 15_000

/** On close: keep-alive connections go as soon as their call is answered, the rest after `FINISH_MS`. */
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

/** Seconds of each call by route, and one log line for what failed. */
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
