import type { FastifyInstance } from 'fastify'
import type { Tracing } from '@toile/runtime/tracing'

const UNTRACED = /^\/(health|assets|socket\.io)\b/

/** Must run before routes are added. Does nothing and loads no package unless traces are on. */
export async function traceCalls(app: FastifyInstance, tracing: Tracing | undefined): Promise<void> {
  if (!tracing) return
  // Ignores callers' trace ids, which would mix with ours or turn sampling off.
  app.addHook('onRequest', async ({ headers }) => {
    delete headers['traceparent']
    delete headers['tracestate']
  })
  const { FastifyOtelInstrumentation } = await import('@fastify/otel')
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    ignorePaths: ({ url }) => UNTRACED.test(url),
    // Addresses may contain signatures or tokens: records the route's pattern instead.
    requestHook(span, request) {
      const route = request.routeOptions.url ?? 'unmatched'
      span.updateName(`${request.method} ${route}`)
      span.setAttributes({ 'url.path': route, 'toile.request_id': request.id })
    },
  })
  await app.register(instrumentation.plugin())
}
