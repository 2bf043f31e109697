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

// process.ts imports this file only if tracing is configured. Otherwise, OpenTelemetry is not loaded.

export interface Tracing {
  traceparent(): string | undefined
  /** Starts a span per item with a `traceparent`. Maps item ids to the spans' traceparents. `end` ends the spans. */
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

/** Samples a share of the traces of API calls and jobs, but none of BullMQ's polling, whose spans are INTERNAL. */
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
