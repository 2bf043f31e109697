import cookie from '@fastify/cookie'
import jwt from '@fastify/jwt'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { Histogram } from 'prom-client'
import type { Db } from '@toile/db/client'
import type { Running } from '@toile/runtime/process'
import { tokenSignOptions, tokenVerifyOptions } from '@toile/runtime/tokens'
import type { Storage } from '@toile/storage/storage'
import { createAuthentication } from './authentication.js'
import { allowPages } from './cross-origin.js'
import { answerErrors } from './error-answers.js'
import { implement } from './implement.js'
import { createRateLimits } from './rate-limits.js'
import { createMailAllowance } from './mail-allowance.js'
import { accountHandlers } from './routes/accounts.js'
import { alertHandlers } from './routes/alerts.js'
import { auditHandlers } from './routes/audit.js'
import { blockHandlers } from './routes/blocks.js'
import { commentHandlers } from './routes/comments.js'
import { creatorHandlers } from './routes/creators.js'
import { emailHandlers } from './routes/emails.js'
import { entryHandlers } from './routes/entry.js'
import { fileHandlers } from './routes/files.js'
import { announcementHandlers } from './routes/announcements.js'
import { imageHandlers } from './routes/images.js'
import { messageHandlers } from './routes/messages.js'
import { notificationHandlers } from './routes/notifications.js'
import { profileHandlers } from './routes/profiles.js'
import { queueHandlers } from './routes/queues.js'
import { queueJobHandlers } from './routes/queue-jobs.js'
import { renderHandlers } from './routes/renders.js'
import { reportHandlers } from './routes/reports.js'
import { sessionHandlers } from './routes/sessions.js'
import { socialHandlers } from './routes/social.js'
import { spinHandlers } from './routes/spins.js'
import { passwordHandlers } from './routes/passwords.js'
import { uploadHandlers } from './routes/uploads.js'
import { userHandlers } from './routes/users.js'
import { videoHandlers } from './routes/videos.js'
import { workHandlers } from './routes/works.js'
import { workSocialHandlers } from './routes/work-social.js'
import { createSignIn } from './sign-in.js'
import { createSocial } from './social/social.js'
import { compileSchema } from './validation.js'
import { createLinks } from '@toile/runtime/links'
import { createPresentWorks } from './views/present-works.js'
import { createUserView } from './views/users.js'
import { serveWeb } from './web.js'

export interface AppParts {
  running: Running
  db: Db
  redis: Redis
  storage: Storage
}

/** The API as a Fastify instance that does not listen yet; tests build it the same way. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { running, db, redis, storage } = parts
  const { config } = running
  const app = Fastify({
    loggerInstance: running.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // HEAD of an upload is the upload protocol's own.
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api/') ? url.slice(4) : url),
    requestIdHeader: false,
    trustProxy: config.trustProxy ?? false,
    // An upload may take long; headers may not. Idle sockets outlive a balancer's 60 s.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  })
  app.setValidatorCompiler(compileSchema)
  answerErrors(app)
  observe(app, running)
  allowPages(app, config.hosts)
  await app.register(multipart)
  await app.register(jwt, { secret: config.secret, sign: tokenSignOptions, verify: tokenVerifyOptions })

  await app.register(cookie)

  const links = createLinks(config)
  const limits = createRateLimits(redis, running.log)
  const meView = createUserView(links)
  const social = createSocial(config)
  const mayMail = createMailAllowance(limits)
  const context = {
    config,
    db,
    links,
    storage,
    meView,
    mayMail,
    present: createPresentWorks(links),
    signIn: createSignIn(app, meView),
  }
  implement(
    app,
    { db, authentication: createAuthentication(app, db), limits },
    {
      ...entryHandlers({ ...context, running, app, social }),
      ...fileHandlers(context),
      ...userHandlers(context),
      ...sessionHandlers(),
      ...socialHandlers({ ...context, social }),
      ...passwordHandlers(context),
      ...emailHandlers(context),
      ...profileHandlers(context),
      ...accountHandlers(context),
      ...uploadHandlers({ ...context, redis, log: running.log }),
      ...imageHandlers(context),
      ...videoHandlers(context),
      ...renderHandlers({ ...context, redis }),
      ...spinHandlers(context),
      ...workHandlers(context),
      ...workSocialHandlers(context),
      ...commentHandlers(context),
      ...creatorHandlers(context),
      ...reportHandlers(),
      ...queueHandlers({ redis }),
      ...queueJobHandlers({ redis }),
      ...auditHandlers(),
      ...alertHandlers(),
      ...blockHandlers(),
      ...messageHandlers(context),
      ...notificationHandlers(context),
      ...announcementHandlers(),
    },
  )
  await serveWeb(app, context)
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
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}
