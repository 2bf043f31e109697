import type { FastifyInstance } from 'fastify'
import type { Tracing } from '@toile/runtime/tracing'

const UNTRACED = /^\/(health|assets|socket\.io)\b/

/** Call this before routes are added. If traces are off, this function does nothing and loads no package. */
export async function traceCalls(app: FastifyInstance, tracing: Tracing | undefined): Promise<void> {
  if (!tracing) return
  // Callers' trace ids are removed, because they would mix with our trace ids or turn sampling off.
  app.addHook('onRequest', async ({ headers }) => {
    delete headers['traceparent']
    delete headers['tracestate']
  })
  const { FastifyOtelInstrumentation } = await import('@fastify/otel')
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    ignorePaths: ({ url }) => UNTRACED.test(url),
    // The span gets the route's pattern instead of the address, because an address may contain signatures or tokens.
    requestHook(span, request) {
      const route = request.routeOptions.url ?? 'unmatched'
      span.updateName(`${request.method} ${route}`)
      span.setAttributes({ 'url.path': route, 'toile.request_id': request.id })
    },
  })
  await app.register(instrumentation.plugin())
}
