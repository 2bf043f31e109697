import { context, propagation, SpanKind, trace, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-node'
import type { TraceReceiver } from './config.js'

// process.ts loads this file (OpenTelemetry) only if tracing is configured.

export interface Tracing {
  traceparent(): string | undefined
  /** Starts a span for each item with a `traceparent` and returns their contexts by item id. `end` ends all spans. */
  spansOf(things: readonly { id: string; name: string; traceparent: string | null }[]): {
    traceparents: ReadonlyMap<string, string>
    end(): void
  }
  close(): Promise<void>
}

export function startTracing(name: string, version: string, receiver: TraceReceiver): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': name,
      'service.version': version,
      'service.namespace': 'toile',
    }),
    sampler: new ParentBasedSampler({ root: rootsOnly(receiver.share) }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${receiver.url}/v1/traces` }), {
        scheduledDelayMillis: 1_000,
      }),
    ],
  })
  provider.register()
  const tracer = trace.getTracer('toile')
  return {
    traceparent: () => traceparentOf(context.active()),
    spansOf(things) {
      const traceparents = new Map<string, string>()
      const spans = things.flatMap(({ id, name: spanName, traceparent }) => {
        if (!traceparent) return []
        const parent = propagation.extract(context.active(), { traceparent })
        const span = tracer.startSpan(spanName, { kind: SpanKind.PRODUCER }, parent)
        traceparents.set(id, traceparentOf(trace.setSpan(parent, span)) ?? traceparent)
        return [span]
      })
      return { traceparents, end: () => spans.forEach((span) => span.end()) }
    },
    close: () => provider.shutdown(),
  }
}

/** API calls and jobs start traces. BullMQ's own polling does not: its spans are of kind INTERNAL. */
function rootsOnly(share: number): Sampler {
  const ratio = new TraceIdRatioBasedSampler(share)
  return {
    shouldSample: (parent, traceId, _name, kind) =>
      kind === SpanKind.INTERNAL ? { decision: SamplingDecision.NOT_RECORD } : ratio.shouldSample(parent, traceId),
    toString: () => `rootsOnly(${share})`,
  }
}

function traceparentOf(of: Context): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(of, carrier)
  return carrier.traceparent
}
