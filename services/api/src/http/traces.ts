import type { FastifyInstance } from 'fastify'
import type { Tracing } from '@toile/runtime/tracing'

/** Not worth a trace, or open for hours: what is watched, the page's own files, and sockets on their way to realtime. */
const UNTRACED = /^\/(health|assets|socket\.io)\b/

/** A span for each call, before any route is added. Loads nothing unless traces are kept. */
export async function traceCalls(app: FastifyInstance, tracing: Tracing | undefined): Promise<void> {
  if (!tracing) return
  // Traces begin here: what a stranger says of theirs would mix with ours, or keep them from being kept.
  app.addHook('onRequest', async ({ headers }) => {
    delete headers['traceparent']
    delete headers['tracestate']
  })
  const { FastifyOtelInstrumentation } = await import('@fastify/otel')
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    ignorePaths: ({ url }) => UNTRACED.test(url),
    // An address may hold a signature or a token: the route's pattern says enough.
    requestHook(span, request) {
      const route = request.routeOptions.url ?? 'unmatched'
      span.updateName(`${request.method} ${route}`)
      span.setAttributes({ 'url.path': route, 'toile.request_id': request.id })
    },
  })
  await app.register(instrumentation.plugin())
}
