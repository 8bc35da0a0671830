import { hostname } from 'node:os'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TraceSettings } from '../config/trace-settings.ts'
import { runOutside } from '../scope.ts'
import { VERSION } from '../version.ts'
import type { Span, SpanOptions, Tracing } from './tracing.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}
const MAX_VALUE_CHARACTERS = 256
/** A collector that is away is away for the next hundred spans too: one line in this time says it. */
const SAY_EVERY_MS = 60_000

/**
 * Sends spans to a collector (OTLP over HTTP). Nobody waits for it: spans are kept in memory, sent in pieces from time to
 * time, and dropped when there are too many or the collector does not take them.
 */
export async function openOtlpTracing(settings: TraceSettings, log: Logger): Promise<Tracing> {
  const { timeoutMs, delayMs, resource, sampler } = settings
  reportFailures(log)
  const exporter = await openExporter(settings)
  const options = { exporter, scheduledDelayMillis: delayMs, exportTimeoutMillis: timeoutMs }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'host.name': hostname(),
      'process.pid': process.pid,
      ...resource,
    }),
    sampler: createSampler(sampler),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor(options)],
  })
  const tracer = provider.getTracer('songreel', VERSION)

  function start(
    name: string,
    { kind = 'internal', parent, isRemote, startMs, facts }: SpanOptions = {},
  ): Span {
    const above = parent === undefined ? null : parseTraceParent(parent)
    const context = above
      ? trace.setSpanContext(ROOT_CONTEXT, { ...above, isRemote: isRemote ?? false })
      : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: KINDS[kind], startTime: startMs, attributes: facts }, context)
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceParent: `00-${traceId}-${spanId}-${traceFlags & 1 ? '01' : '00'}`,
      add: (more) => void span.setAttributes(more),
      fail: (code) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code),
      end: (endMs) => span.end(endMs),
    }
  }

  return {
    isOn: true,
    start,
    async close(limitMs) {
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limitMs)
      })
      await Promise.race([provider.shutdown().catch(() => {}), limit])
      clearTimeout(timer)
    },
  }
}

/** Only the one that is used is loaded. */
async function openExporter(settings: TraceSettings): Promise<SpanExporter> {
  const { url, headers, timeoutMs, isCompressed, protocol } = settings
  const options = {
    url,
    headers,
    timeoutMillis: timeoutMs,
    ...(isCompressed && { compression: 'gzip' as never }),
  }
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter(options)
}

function createSampler({ share, followsParent }: TraceSettings['sampler']): Sampler {
  const root = new TraceIdRatioBasedSampler(share)
  return followsParent ? new ParentBasedSampler({ root }) : root
}

/** What cannot be sent is lost, and that is all that happens. */
function reportFailures(log: Logger): void {
  let saidMs = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((failure) => {
    if (performance.now() - saidMs < SAY_EVERY_MS) return
    saidMs = performance.now()
    const { code, message } = (failure instanceof Error ? failure : {}) as {
      code?: unknown
      message?: string
    }
    runOutside(() => log.warn({ code, reason: message ?? String(failure) }, 'traces could not be sent'))
  })
}
