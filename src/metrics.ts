// Metrics for Prometheus, on an address of their own: what was asked, how the process does, and what waits.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { EndedRequest } from './surfaces/http/request-log.ts'

/** The address at which the metrics are served. */
export interface MetricsAddress {
  host: string
  port: number
}

/** The figures that are measured when somebody asks, by the name of the metric. */
export interface Measures {
  /** Bytes of the database. */
  databaseBytes: number
  /** Mails that wait to be sent. */
  mailWaiting: number
  /** Messages that wait to be sent to webhooks. */
  webhooksWaiting: number
  /** Connections to the database that are open, and callers who wait for one; null for an embedded one. */
  connections: { open: number; idle: number; waiting: number } | null
  /** Nodes of the installation that run. */
  nodes: number
  /** Milliseconds that this machine's clock is ahead of the database's. */
  clockSkew: number
  /** The time at which the last scheduled backup began, in milliseconds; null until there is one. */
  lastBackupAt: number | null
  /** Files that nothing named, which this process removed since its start. */
  orphansSwept: number
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

/**
 * Measures this process, and serves `GET /metrics`; one of several server processes tells its primary instead. The library
 * is loaded only where metrics are switched on.
 * @param unhandled answers how many failures no part of this process handled
 */
export async function startMetrics(
  address: MetricsAddress,
  measure: () => Promise<Measures>,
  unhandled: () => number,
): Promise<Metrics> {
  const { AggregatorRegistry, Counter, Registry, Histogram, collectDefaultMetrics } = await import(
    'prom-client'
  )
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  await addGauges(registry, measure)
  const requests = new Histogram({
    name: 'recto_request_seconds',
    help: 'Requests by method, route, status and kind of credential, with the seconds each took',
    labelNames: ['method', 'route', 'status', 'caller'],
    buckets,
    registers: [registry],
  })
  new Counter({
    name: 'recto_unhandled_rejections_total',
    help: 'Failures of the server that no part of it handled; each is in the log',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(unhandled())
    },
  })
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries(registry)
    // Its making is what listens for the primary's questions.
    new AggregatorRegistry()
  }
  const server = cluster.isWorker ? null : await serveText(address, () => registry.metrics())
  return {
    requestEnded({ method, route, status, caller, ms }) {
      requests.observe({ method: knownMethod(method), route, status, caller: caller ?? 'none' }, ms / 1000)
    },
    close: () => server?.close(),
  }
}

/** Serves `GET /metrics` over all server processes, and how the primary keeps them. */
export async function serveClusterMetrics(
  address: MetricsAddress,
  counts: () => { serving: number; restarts: number; unhandled: number },
): Promise<{ close(): void }> {
  const { AggregatorRegistry, Gauge, Registry } = await import('prom-client')
  const [all, own] = [new AggregatorRegistry(), new Registry()]
  new Gauge({
    name: 'recto_server_processes',
    help: 'Server processes that serve, of RECTO_WORKERS',
    registers: [own],
    collect() {
      this.set(counts().serving)
    },
  })
  new Gauge({
    name: 'recto_server_process_restarts',
    help: 'Server processes that took the place of one that ended, since the start',
    registers: [own],
    collect() {
      this.set(counts().restarts)
    },
  })
  return serveText(
    address,
    async () => `${addUnhandled(await all.clusterMetrics(), counts().unhandled)}\n${await own.metrics()}`,
  )
}

/** Adds the failures of the primary, which the library cannot do: it asks the server processes alone. */
const addUnhandled = (text: string, more: number): string =>
  text.replace(/^(recto_unhandled_rejections_total) (\d+)$/m, (_, name, count) => `${name} ${+count + more}`)

/** The media type that Prometheus reads (text format 0.0.4). */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

async function serveText(
  { host, port }: MetricsAddress,
  text: () => Promise<string>,
): Promise<{ close(): void }> {
  const answer = (response: ServerResponse): void => {
    text().then(
      body => response.writeHead(200, { 'Content-Type': CONTENT_TYPE }).end(body),
      () => response.writeHead(503).end('A server process did not tell its metrics in time.\n'),
    )
  }
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') response.writeHead(404).end()
    else answer(response)
  }).listen(port, host)
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`RECTO_METRICS: nobody can listen on ${host}:${port} (${code}). Name another address.`)
  })
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Anybody may invent a method, and each would be a series of its own. */
const knownMethod = (method: string): string =>
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other'

/** A gauge of what is measured when somebody asks. */
interface MeasuredGauge {
  name: string
  help: string
  /** The way to combine the figures of several processes of one installation. */
  over: 'sum' | 'max' | 'min'
  label?: string
  /** The figures, by the value of the label; null measures are of stores that do not answer. */
  values(measures: Measures | null): Record<string, number>
}

const single = (value: number): Record<string, number> => ({ '': value })

/** Makes a gauge of one figure that all processes read from the same place. */
const shared = (name: string, help: string, of: (measures: Measures) => number): MeasuredGauge => ({
  name,
  help,
  over: 'max',
  values: measures => (measures ? single(of(measures)) : {}),
})

const ofJobs = (
  name: string,
  help: string,
  over: 'sum' | 'max',
  of: (job: MeasuredJob) => number,
): MeasuredGauge => ({
  ...{ name, help, over },
  label: 'job',
  values: measures => Object.fromEntries(measures?.jobs.map(job => [job.name, of(job)]) ?? []),
})

const gauges: readonly MeasuredGauge[] = [
  {
    name: 'recto_stores_up',
    help: '1 while the database answers, else 0',
    over: 'min',
    // A store that does not answer is told as such; the process still says how it does.
    values: measures => single(measures ? 1 : 0),
  },
  shared('recto_database_bytes', 'Size of the database', measures => measures.databaseBytes),
  shared('recto_mail_waiting', 'Mails that wait to be sent', measures => measures.mailWaiting),
  shared(
    'recto_webhooks_waiting',
    'Messages that wait to be sent to webhooks',
    measures => measures.webhooksWaiting,
  ),
  shared('recto_nodes', 'Server processes of the installation that run', measures => measures.nodes),
  shared(
    'recto_clock_skew_seconds',
    "Seconds that this machine's clock is ahead of the database's",
    measures => measures.clockSkew / 1000,
  ),
  {
    name: 'recto_database_connections',
    help: 'Connections to the database, and who waits for one',
    over: 'sum',
    label: 'state',
    values: measures => ({ ...measures?.connections }),
  },
  shared(
    'recto_last_backup_seconds',
    'When the last scheduled backup began; 0 until there is one',
    measures => (measures.lastBackupAt ?? 0) / 1000,
  ),
  {
    name: 'recto_orphans_swept',
    help: 'Files that nothing named, which were removed since the start',
    over: 'sum',
    values: measures => (measures ? single(measures.orphansSwept) : {}),
  },
  ofJobs('recto_job_stuck', '1 where a job should have ended long ago', 'max', ({ isStuck }) =>
    Number(isStuck),
  ),
  ofJobs(
    'recto_job_last_seconds',
    'Seconds the last run of a job took',
    'max',
    ({ lastSeconds }) => lastSeconds,
  ),
  ofJobs(
    'recto_job_failures',
    'Runs of a job that failed since the start',
    'sum',
    ({ failures }) => failures,
  ),
]

async function addGauges(registry: Registry, measure: () => Promise<Measures>): Promise<void> {
  const { Gauge } = await import('prom-client')
  const measureOnce = joinCalls(() => measure().catch(() => null))
  for (const { name, help, over, label, values } of gauges)
    new Gauge({
      ...{ name, help, aggregator: over },
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        for (const [key, value] of Object.entries(values(await measureOnce())))
          this.set(label ? { [label]: key } : {}, value)
      },
    })
}

/** Lets all gauges share one answer, because they are collected at once and ask for the same measures. */
function joinCalls<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= ask().finally(() => {
      running = undefined
    })
    return running
  }
}
