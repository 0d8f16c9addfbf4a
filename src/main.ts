// The composition root: settings, storage, context, surfaces, listen. No logic of its own.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trust } from './auth/build-tokens.ts'
import { createTxtResolver } from './auth/dns.ts'
import type { Reach } from './auth/issuer-requests.ts'
import { createAuthorizationServer } from './auth/oauth/authorization-server.ts'
import { providerClients } from './auth/provider-clients.ts'
import { ensureOperator, openSetup } from './auth/setup.ts'
import { type BackgroundJobs, startJobs } from './background-jobs.ts'
import { createRenderer } from './content/render/renderer.ts'
import { createWorkers } from './content/render/workers.ts'
import { Descriptions } from './content/text/description-batches.ts'
import { keyringsOf } from './crypto.ts'
import { atFirstUse } from './domain/memoize.ts'
import { providerNames } from './domain/sign-in.ts'
import { webhookMessenger } from './jobs/webhook-messenger.ts'
import { createLog, type ServerLog } from './log.ts'
import { type Metrics, startMetrics } from './metrics.ts'
import { DatabaseClock } from './nodes/database-clock.ts'
import { joinInstallation } from './nodes/installation.ts'
import { NodeRegistry } from './nodes/node-registry.ts'
import type { Context } from './operations/kernel/context.ts'
import { ReadAudit } from './operations/kernel/read-audit.ts'
import { Watch } from './operations/kernel/watch.ts'
import { outboundBy } from './outbound.ts'
import { packagePath, packageVersion } from './program-files.ts'
import { keptSecret } from './secret.ts'
import { measure, readServerStatus, type ServerNode } from './server-status.ts'
import { providerSettings, type Settings } from './settings.ts'
import { createCheckedReader } from './storage/checked-reader.ts'
import { DurabilityError } from './storage/durable-writes.ts'
import { makeFolders } from './storage/make-folders.ts'
import { openBlobs, openRecords } from './storage/open.ts'
import type { Records } from './storage/records.ts'
import { Reserve } from './storage/reserve.ts'
import { agentSkills } from './surfaces/http/agent-skills.ts'
import { cliPackage } from './surfaces/http/cli-package.ts'
import { apiConnections, createConnectionLimit } from './surfaces/http/connection-limit.ts'
import { restEarly } from './surfaces/http/content.ts'
import { refuseKeyInQuery } from './surfaces/http/key-in-query.ts'
import { noLimits, requestLimits } from './surfaces/http/limits.ts'
import { listen } from './surfaces/http/listen.ts'
import { createServerStop } from './surfaces/http/response-end.ts'
import { securityText } from './surfaces/http/security-text.ts'
import { createHttpServer } from './surfaces/http/server.ts'
import type { Site } from './surfaces/http/site.ts'
import { mcpSurface } from './surfaces/mcp/surface.ts'
import { oauthSurface } from './surfaces/oauth/surface.ts'
import { addRest, addUnknownPaths } from './surfaces/rest/app.ts'
import { contentOrigins } from './surfaces/viewer/content-host.ts'
import { headerTable } from './surfaces/viewer/headers.ts'
import { openAssets } from './surfaces/web/layout/assets.ts'
import { inlineSources } from './surfaces/web/layout/document.tsx'
import { webSurface } from './surfaces/web/surface.ts'
import { traceBlobs, traceRecords } from './tracing/traced-stores.ts'
import { startTracing, type Tracing } from './tracing/tracing.ts'

export interface Running {
  /** The address it listens on, with the port really taken. */
  address: string
  /** The address where the first owner begins; null once there is one. */
  setupUrl: string | null
  context: Context
  /** Names of the jobs of this process that should have ended long ago. */
  stuckJobs(): readonly string[]
  /** Tells proxies to send new requests elsewhere, and gives them time to hear of it, unless the signal cuts that short. */
  drain(hurry: AbortSignal): Promise<void>
  /** Finishes what runs, refuses what has not begun, closes the stores. */
  close(): Promise<void>
}

export interface Outside {
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970; tests turn it. */
  clock?: () => number
  /** The way to sign-in providers, documents of apps and webhooks; tests lead their names to servers of their own. */
  reach?: Reach
  /** Called where the disk broke its promise, after which nothing may be written. */
  failed?: (error: unknown) => void
  /** Says in sentences why other processes behind the same port should get no requests. */
  unreadyElsewhere?: () => readonly string[]
  /** Given, before anything else begins, a listener for failures that no part of the service handles: it logs and counts each. */
  listenUnhandled?: (listener: (reason: unknown) => void) => void
  /** Another process of the same start has made the setup link already. */
  isSetUp?: boolean
}

/** Starts the service and listens. */
export async function start(settings: Settings, outside: Outside): Promise<Running> {
  const log = createLog(settings.LOG_LEVEL)
  const failed = (error: unknown): void => {
    if (error instanceof DurabilityError) outside.failed?.(error)
  }
  let unhandled = 0
  outside.listenUnhandled?.(reason => {
    log.error({ err: reason }, 'nobody handled this failure')
    unhandled += 1
    failed(reason)
  })
  await makeFolders(settings.RECTO_DATA)
  const tracing = await tracingOf(settings)
  const node = await openNode(settings, outside, tracing)
  const { context, registry } = node
  const origins = contentOrigins({
    url: context.url,
    contentUrl: settings.RECTO_CONTENT_URL,
    secret: context.secret,
  })
  if (origins.warning) log.warn({}, origins.warning)
  const assets = openAssets(packagePath('dist/public'))
  let jobs: BackgroundJobs | undefined
  const metrics =
    settings.RECTO_METRICS &&
    (await startMetrics(
      settings.RECTO_METRICS,
      () => measure(node, jobs),
      () => unhandled,
    ))
  context.operator = {
    organizationId: await ensureOperator(context),
    status: () => readServerStatus(node, jobs, settings),
  }
  let draining = false
  let stopping = false
  const site: Site = {
    context,
    origins,
    headers: headerTable({
      url: context.url,
      frameSources: origins.sources,
      inlineScripts: inlineSources(assets),
    }),
    limits: settings.RECTO_RATE_LIMITS ? requestLimits(context.clock, registry) : noLimits,
    connections: createConnectionLimit(apiConnections),
    log,
    requestEnded: requestListener(log, metrics),
    traceRequest: tracing?.request,
    providers: providerClients(providersIn(settings), context.clock, reachOf(settings, outside)),
    authorization: createAuthorizationServer(context, {
      cimd: settings.RECTO_CIMD,
      reach: reachOf(settings, outside),
      log,
      failed: error => log.error({ err: error }, 'sign-in of an app failed'),
    }),
    proxies: settings.RECTO_TRUST_PROXY,
    draining: () => draining,
    stopping: () => stopping,
    clockSkew: () => (outside.clock ? 0 : node.clock.skew),
    stuckJobs: () => jobs?.stuck() ?? [],
    unreadyElsewhere: outside.unreadyElsewhere ?? (() => []),
    failed,
  }
  const web = webSurface(site, assets)
  const mcp = mcpSurface(site)
  const server = createHttpServer(site, {
    routes: [addRest, mcp.routes, addUnknownPaths, oauthSurface(web.showRefusal), web.routes],
    frames: [web.frames],
    early: [
      web.artifacts,
      restEarly(site),
      refuseKeyInQuery(site),
      web.files,
      securityText(site, settings.MAIL_FROM),
      agentSkills(site),
      cliPackage(site),
    ],
  })
  const end = createServerStop(server)
  await listen(server, settings.PORT, settings.RECTO_HOST).catch(async error => {
    mcp.close()
    await closeContext(context)
    throw error
  })
  jobs = startJobs(settings, outside.env, node, log)
  const setupUrl = outside.isSetUp ? null : await openSetup(context)
  return {
    address: `http://${settings.RECTO_HOST}:${(server.address() as AddressInfo).port}`,
    setupUrl,
    context,
    stuckJobs: site.stuckJobs,
    async drain(hurry) {
      draining = true
      await sleep(settings.RECTO_DRAIN * 1000, undefined, { signal: hurry }).catch(() => undefined)
    },
    async close() {
      draining = true
      stopping = true
      context.watch.close()
      mcp.close()
      await end()
      context.workers.close()
      metrics?.close()
      await jobs?.close()
      await registry.leave().catch(() => undefined)
      await closeContext(context)
      await tracing?.close()
    },
  }
}

/** Starts the tracing; null where no collector is set. */
async function tracingOf(settings: Settings): Promise<Tracing | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = settings
  return endpoint === null ? null : startTracing({ endpoint, share, version: packageVersion() })
}

/** Returns the listener for requests that have ended; undefined where neither log nor metrics want them. */
function requestListener(log: ServerLog, metrics: Metrics | null): Site['requestEnded'] {
  const isLogged = log.isLevelEnabled('info')
  if (!isLogged && !metrics) return undefined
  return request => {
    if (isLogged) log.info(request, 'request')
    metrics?.requestEnded(request)
  }
}

/** Closes what the operations work with; what is closed already stays so. */
async function closeContext(context: Context): Promise<void> {
  context.watch.close()
  context.workers.close()
  await context.readAudit.flush()
  await context.records.close()
  await context.blobs.close()
}

/** The settings of every provider, null for those that are not set up. */
const providersIn = (settings: Settings) => ({
  google: providerSettings(settings, 'google'),
  microsoft: providerSettings(settings, 'microsoft'),
})

/** Returns what tells the operator of the first wait for the database. */
function sayWaiting(): () => void {
  let isSaid = false
  return () => {
    if (!isSaid) process.stderr.write('The database does not answer yet. Waiting for it, up to a minute.\n')
    isSaid = true
  }
}

/** Opens the stores and takes a place among the nodes, or closes them where this one does not fit. */
async function openNode(settings: Settings, outside: Outside, tracing: Tracing | null): Promise<ServerNode> {
  const opened = await openRecords(settings.DATABASE_URL, {}, sayWaiting())
  const records = tracing ? traceRecords(opened, tracing) : opened
  const clock = new DatabaseClock(() => records.now())
  await clock.synchronize()
  const context = await openContext(settings, outside, {
    records,
    tracing,
    clock: outside.clock ?? clock.now,
  })
  try {
    const contentUrl = settings.RECTO_CONTENT_URL ?? null
    await joinInstallation(context, { secrets: keyringsOf(context).map(({ secret }) => secret), contentUrl })
    const registry = new NodeRegistry(context, contentUrl)
    await registry.announce()
    return { context, clock, registry }
  } catch (error) {
    await closeContext(context)
    throw error
  }
}

/** Returns the way to the outside for addresses that others chose. */
const reachOf = (settings: Settings, { reach }: Outside): Reach => reach ?? outboundBy(settings.RECTO_DNS)

async function openContext(
  settings: Settings,
  outside: Outside,
  { records, tracing, clock }: { records: Records; tracing: Tracing | null; clock: () => number },
): Promise<Context> {
  const secret = settings.RECTO_SECRET ?? (await keptSecret(settings.RECTO_DATA))
  const opened = await openBlobs(settings.BLOBS_URL, outside.env)
  const blobs = tracing ? traceBlobs(opened, tracing) : opened
  const workers = createWorkers()
  return {
    records,
    blobs,
    reserve: new Reserve(settings.RECTO_RESERVE * 1_048_576, [records, blobs]),
    contents: createCheckedReader(blobs),
    readAudit: new ReadAudit(records, clock),
    watch: new Watch(records.feed),
    workers,
    descriptions: new Descriptions(
      workers.turn(async () => 'small files'),
      records.takesFoldedWords,
    ),
    renderer: createRenderer({ cacheDir: join(settings.RECTO_DATA, 'cache') }),
    clock,
    secret,
    previousSecret: settings.RECTO_SECRET_PREVIOUS,
    url: settings.RECTO_URL,
    publicPreviews: settings.RECTO_PUBLIC_PREVIEWS,
    ciIssuers: settings.RECTO_CI_ISSUERS,
    readBuild: buildReader({
      ...{ issuers: settings.RECTO_CI_ISSUERS, url: settings.RECTO_URL, clock },
      reach: reachOf(settings, outside),
    }),
    resolveTxt: createTxtResolver(settings.RECTO_DNS),
    messenger: webhookMessenger(reachOf(settings, outside)),
    signUp: settings.RECTO_SIGN_UP,
    ownerEmail: settings.RECTO_OWNER_EMAIL,
    defaultPlan: settings.RECTO_DEFAULT_PLAN,
    signInProviders: providerNames.filter(name => providersIn(settings)[name] !== null),
    rateLimits: settings.RECTO_RATE_LIMITS,
    ...(tracing && { traceOperation: (name, work) => tracing.part(name, 'operation', work) }),
  }
}

/** Returns the reader of build tokens, whose code is loaded with the first token. */
function buildReader(trust: Trust): Context['readBuild'] {
  const reader = atFirstUse(async () => (await import('./auth/build-tokens.ts')).buildTokenReader(trust))
  return async token => (await reader())(token)
}
