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

// OpenTelemetry, for operators who keep traces. This file is loaded only where the configuration names a receiver.

export interface Tracing {
  /** W3C Trace Context of the span that is at work; undefined outside of any. */
  traceparent(): string | undefined
  /**
   * Begins a span for each of these that has a parent, and gives their own trace contexts by id, for what follows from
   * them; `end` ends all of them.
   */
  spansOf(things: readonly { id: string; name: string; traceparent: string | null }[]): {
    traceparents: ReadonlyMap<string, string>
    end(): void
  }
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

/** Begins to keep traces of this process under its name, and to send them by OTLP over HTTP. */
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

/** Calls and jobs begin traces; what BullMQ does by itself every few seconds does not. */
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
