// Traces by OpenTelemetry: requests, their operations and calls to the stores become spans, sent by OTLP over HTTP.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context, Span } from '@opentelemetry/api'
import type { EndedRequest } from '../surfaces/http/request-log.ts'
import { errorTypeOf, isFailure } from './span-errors.ts'

export interface TracingSettings {
  /** Address of the collector; `/v1/traces` is added. */
  endpoint: string
  /** Share of the requests that are traced, 0 to 1, where their caller has not decided. */
  share: number
  version: string
}

export interface Tracing {
  /** Runs the work as a request, whose span ends with what `ended` tells. @param trusted headers that may name the caller's span */
  request(trusted: IncomingHttpHeaders, work: (ended: (request: EndedRequest) => void) => void): void
  /** Runs the work as a part of the request it belongs to; what belongs to none leaves no trace. */
  part<T>(name: string, kind: PartKind, work: () => T): T
  /** Makes the work belong to the request of now, wherever it is run. */
  bind<In extends unknown[], Out>(work: (...given: In) => Out): (...given: In) => Out
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

export type PartKind = 'operation' | 'store'

/** Milliseconds that sending may take, so that a collector that does not answer delays nobody's stop. */
const PATIENCE = 5000

/** Milliseconds between two sendings. */
const SEND_EVERY = 1000

/** Loads the library and begins; nothing of it is loaded where no endpoint is set. */
export async function startTracing(settings: TracingSettings): Promise<Tracing> {
  const api = await import('@opentelemetry/api')
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core')
  const provider = await providerOf(settings)
  const tracer = provider.getTracer('recto', settings.version)
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Span>()
  const below = (parent: Span): Context => api.trace.setSpan(api.ROOT_CONTEXT, parent)
  const kinds = { operation: api.SpanKind.INTERNAL, store: api.SpanKind.CLIENT }
  const end = (span: Span, failure?: unknown): void => {
    if (failure !== undefined) {
      span.setAttribute('error.type', errorTypeOf(failure))
      if (isFailure(failure)) span.setStatus({ code: api.SpanStatusCode.ERROR })
    }
    span.end()
  }
  return {
    request(trusted, work) {
      const caller = propagator.extract(api.ROOT_CONTEXT, trusted, api.defaultTextMapGetter)
      const span = tracer.startSpan('request', { kind: api.SpanKind.SERVER }, caller)
      const ended = (request: EndedRequest): void => {
        span.updateName(`${request.method} ${request.route}`).setAttributes(attributesOf(request))
        if (request.status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end()
      }
      current.run(span, () => work(ended))
    },
    part(name, kind, work) {
      const parent = current.getStore()
      if (!parent) return work()
      const span = tracer.startSpan(name, { kind: kinds[kind] }, below(parent))
      return endWith(
        () => current.run(span, work),
        failure => end(span, failure),
      )
    },
    bind: work => AsyncLocalStorage.bind(work),
    close: () => provider.shutdown().catch(() => undefined),
  }
}

async function providerOf({ endpoint, share, version }: TracingSettings) {
  const { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } = await import(
    '@opentelemetry/sdk-trace'
  )
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const resources = await import('@opentelemetry/resources')
  const own = resources.resourceFromAttributes({
    ...{ 'service.name': 'recto', 'service.version': version },
    'process.pid': process.pid,
  })
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES; the headers of OTEL_EXPORTER_OTLP_HEADERS are read by the exporter.
  const given = resources.detectResources({ detectors: [resources.envDetector] })
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  return new TracerProvider({
    resource: own.merge(given),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: PATIENCE }),
        exportTimeoutMillis: PATIENCE,
        scheduledDelayMillis: SEND_EVERY,
      }),
    ],
  })
}

/** By the semantic conventions for HTTP. No address, no text and nobody's name is among them. */
const attributesOf = ({ method, route, status, requestId, caller, aborted }: EndedRequest) => ({
  'http.request.method': method,
  'http.route': route,
  'http.response.status_code': status,
  'http.response.header.x-request-id': [requestId],
  'recto.caller': caller ?? 'none',
  ...(aborted && { 'recto.aborted': true }),
})

/** Runs the work, and tells how it ended when it has, without making anybody wait for that. */
function endWith<T>(work: () => T, ended: (failure?: unknown) => void): T {
  try {
    const result = work()
    if (result instanceof Promise)
      result.then(
        () => ended(),
        failure => ended(failure ?? null),
      )
    else ended()
    return result
  } catch (error) {
    ended(error)
    throw error
  }
}
