import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { bodyLimits } from '@toile/contracts/body-limits'
import { ToileError } from '@toile/contracts/errors'
import { pickLanguage, type Language } from '@toile/contracts/languages.constants'
import {
  isAudited,
  type ResponseOf,
  type Body,
  type Params,
  type CheckedQuery,
  type Route,
} from '@toile/contracts/route'
import { routes, type RouteName, type Routes } from '@toile/contracts/routes'
import { inCause } from '@toile/db/cause'
import type { Db } from '@toile/db/client'
import { inAuditContext } from '@toile/db/audit/audit-context'
import { saveResponse, takeIdempotencyKey } from '@toile/db/queues/idempotency'
import type { User } from '@toile/db/users/users'
import { permit, withinStep } from './access.js'
import type { Caller } from './authentication.js'
import { REASON_HEADER, reasonOfHeader } from './reason.js'
import type { Context } from './context.js'
import { caching, JsonBytes, sendJsonBytes } from './json-bytes.js'
import { schemaWriter } from './validation.js'

/** `params`, `query` and `body` are validated, except a beacon's body. Visitors of public routes have no `user`. */
export interface Call<R extends Route> {
  params: Params<R>
  query: CheckedQuery<R>
  body: Body<R>
  user: R['access'] extends 'public' ? User | undefined : User
  sessionId: string | undefined
  caller: R['access'] extends 'public' ? Caller | undefined : Caller
  language: Language
  /** The transaction if the route is idempotent and a signed-in caller sends an Idempotency-Key, otherwise the pool. */
  db: Db
  request: FastifyRequest
  reply: FastifyReply
}

/** Returned by a handler that has sent or hijacked the reply. */
export const SENT = Symbol('sent')

type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R> | JsonBytes | typeof SENT>
export type Handlers = { [N in RouteName]: Handler<Routes[N]> }

const MAX_IDEMPOTENCY_KEY_LENGTH = 200
const MAX_OTHER_BYTES = 2_048

export function registerRoutes(app: FastifyInstance, context: Context, handlers: Handlers): void {
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
  // Only one-click unsubscribe (RFC 8058) uses this parser. Its handler checks the fields, because Fastify does not.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.name !== 'unsubscribe') return done(new ToileError('UNSUPPORTED_MEDIA_TYPE'))
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
  const ownHead = new Set(Object.values<Route>(routes).flatMap(({ method, path }) => (method === 'HEAD' ? path : [])))
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name]
    // Each handler is typed for its own route. The cast gives them one type, so that one loop can register them.
    const handler = handlers[name] as unknown as Handler<Route>
    app.route({
      method: route.method === 'GET' && !ownHead.has(route.path) ? ['GET', 'HEAD'] : route.method,
      url: route.path,
      onSend: async (request, _reply, payload) => {
        // The shared responses are cleared before the response is sent, so that the caller's next call sees the change.
        if (route.changesShared) context.sharedResponses.clear()
        // For a HEAD, Fastify would read the whole stream, so an empty stream replaces it.
        if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload
        payload.destroy()
        return Readable.from([])
      },
      schema: schemaOf(route),
      config: { name },
      bodyLimit: route.body && !route.beacon ? bodyLimits(route.body).maxBytes : MAX_OTHER_BYTES,
      ...(route.beacon && {
        errorHandler: (_error, _request, reply) => reply.code(route.status).send(),
      }),
      // On routes that are not public, visitors are refused before their body is parsed.
      onRequest: async (request) => {
        if (route.beacon) return
        request.caller = withinStep(route, await context.authentication.caller(request))
        if (route.access !== 'public' && !request.caller) throw new ToileError('UNAUTHENTICATED')
      },
      // Limits and rights are checked before the body, so that refused callers learn nothing about its schema.
      preValidation: async (request) => {
        request.settleLimits = await context.limits.limit(name, route, request)
        const id = (request.params as { id?: string }).id
        await permit(context.db, route, request.caller, id)
      },
      onResponse: async (request, reply) => request.settleLimits?.(reply.statusCode),
      handler: (request, reply) => {
        const traceparent = context.running.tracing?.traceparent()
        const reason = isAudited(route) ? reasonOfHeader(request.headers[REASON_HEADER]) : undefined
        return inCause({ requestId: request.id, ...(traceparent && { traceparent }) }, () =>
          inAuditContext({ ...(reason && { reason }) }, () => respond(route, name, handler, context, request, reply)),
        )
      },
    })
  }
}

const jsonBytesOf = (route: Route, result: unknown) =>
  result instanceof JsonBytes ? result : new JsonBytes(Buffer.from(schemaWriter(route.response!)(result)))

function schemaOf(route: Route): FastifySchema {
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && !route.beacon && { body: route.body }),
    ...(route.response && { response: { [route.status]: route.response } }),
  }
}

async function respond(
  route: Route,
  name: RouteName,
  handler: Handler<Route>,
  { db, sharedResponses }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = (callDb: Db) =>
    handler({
      params: request.params as never,
      query: request.query as never,
      body: request.body as never,
      user: request.caller?.user as User,
      sessionId: request.caller?.sessionId,
      caller: request.caller as Caller,
      language: pickLanguage(request.headers['accept-language']),
      db: callDb,
      request,
      reply,
    })
  reply.code(route.status)
  const key = request.headers['idempotency-key']
  if (!route.idempotent || !request.caller || key === undefined) {
    const isShared = route.shared === true && !request.caller
    const result = isShared
      ? await sharedResponses.get(request.url, async () => jsonBytesOf(route, await call(db)))
      : await call(db)
    if (result instanceof JsonBytes)
      return sendJsonBytes(request, reply, result, isShared ? caching.shared : caching.own)
    return result === SENT ? reply : reply.send(result)
  }
  if (typeof key !== 'string' || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) throw new ToileError('INVALID_INPUT')
  const repeated = {
    userId: request.caller.user.id,
    key,
    route: name,
    requestHash: createHash('sha256')
      // The hash includes the path's parameters, because the same message to another user is a different call.
      .update(JSON.stringify([request.params, request.body ?? null]))
      .digest('hex'),
  }
  return db.transaction().execute(async (trx) => {
    const first = await takeIdempotencyKey(trx, repeated)
    if (first) {
      reply.code(first.status)
      return first.answer
    }
    const result = await call(trx)
    await saveResponse(trx, repeated, route.status, result)
    return result
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    settleLimits: ((status: number) => Promise<void>) | undefined
  }
  interface FastifyContextConfig {
    name?: RouteName
  }
}
