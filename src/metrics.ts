// Metrics for Prometheus, on an address of their own: what was asked, how the process does, and what waits.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Gauge as PromGauge, Registry } from 'prom-client'
import type { EndedRequest } from './surfaces/http/request-log.ts'

/** Where the metrics are served. */
export interface MetricsAddress {
  host: string
  port: number
}

/** What is measured when somebody asks, by the name of its metric. */
export interface Measures {
  /** Bytes of the database. */
  databaseBytes: number
  /** Mails that wait to be sent. */
  mailWaiting: number
  /** Connections to the database that are open, and callers who wait for one; null for an embedded one. */
  connections: { open: number; idle: number; waiting: number } | null
  /** Nodes of the installation that run. */
  nodes: number
  /** Milliseconds that this machine's clock is ahead of the database's. */
  clockSkew: number
  jobs: readonly MeasuredJob[]
}

export interface MeasuredJob {
  name: string
  isStuck: boolean
  /** Seconds the last run took. */
  lastSeconds: number
  failures: number
}

export interface Metrics {
  requestEnded(request: EndedRequest): void
  close(): void
}

/** Upper bounds in seconds. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Serves `GET /metrics`; the library is loaded only where metrics are switched on. */
export async function startMetrics(
  { host, port }: MetricsAddress,
  measure: () => Promise<Measures>,
): Promise<Metrics> {
  const { Registry, Histogram, Gauge, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauges = addGauges(registry, Gauge)
  const requests = new Histogram({
    name: 'recto_request_seconds',
    help: 'Requests by method, route, status and kind of credential, with the seconds each took',
    labelNames: ['method', 'route', 'status', 'caller'],
    buckets,
    registers: [registry],
  })
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end()
    else void sendMetrics(registry, gauges, measure, response)
  }).listen(port, host)
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`RECTO_METRICS: nobody can listen on ${host}:${port} (${code}). Name another address.`)
  })
  return {
    requestEnded({ method, route, status, caller, ms }) {
      requests.observe({ method: knownMethod(method), route, status, caller: caller ?? 'none' }, ms / 1000)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Anybody may invent a method, and each would be a series of its own. */
const knownMethod = (method: string): string =>
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other'

/** A store that does not answer is told as such; the process still says how it does. */
async function sendMetrics(
  registry: Registry,
  gauges: Gauges,
  measure: () => Promise<Measures>,
  response: ServerResponse,
): Promise<void> {
  gauges.set(await measure().catch(() => null))
  const text = await registry.metrics()
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
}

interface Gauges {
  set(measures: Measures | null): void
}

function addGauges(registry: Registry, Gauge: typeof PromGauge): Gauges {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = gauge('recto_stores_up', '1 while the database answers, else 0')
  const bytes = gauge('recto_database_bytes', 'Size of the database')
  const mail = gauge('recto_mail_waiting', 'Mails that wait to be sent')
  const nodes = gauge('recto_nodes', 'Nodes of the installation that run')
  const skew = gauge(
    'recto_clock_skew_seconds',
    "Seconds that this machine's clock is ahead of the database's",
  )
  const pool = gauge('recto_database_connections', 'Connections to the database, and who waits for one', [
    'state',
  ])
  const jobs = {
    stuck: gauge('recto_job_stuck', '1 where a job should have ended long ago', ['job']),
    lastSeconds: gauge('recto_job_last_seconds', 'Seconds the last run of a job took', ['job']),
    failures: gauge('recto_job_failures', 'Runs of a job that failed since the start', ['job']),
  }
  return {
    set(measures) {
      up.set(measures ? 1 : 0)
      if (!measures) return
      bytes.set(measures.databaseBytes)
      mail.set(measures.mailWaiting)
      nodes.set(measures.nodes)
      skew.set(measures.clockSkew / 1000)
      for (const [state, count] of Object.entries(measures.connections ?? {})) pool.set({ state }, count)
      for (const { name: job, isStuck, lastSeconds, failures } of measures.jobs) {
        jobs.stuck.set({ job }, isStuck ? 1 : 0)
        jobs.lastSeconds.set({ job }, lastSeconds)
        jobs.failures.set({ job }, failures)
      }
    },
  }
}
