// The composition root: settings, storage, context, surfaces, listen. No logic of its own.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildTokenReader } from './auth/build-tokens.ts'
import { createTxtResolver } from './auth/dns.ts'
import type { Reach } from './auth/issuer-requests.ts'
import { createAuthorizationServer } from './auth/oauth/authorization-server.ts'
import { providerClients } from './auth/provider-clients.ts'
import { openSetup } from './auth/setup.ts'
import { createRenderer } from './content/render/renderer.ts'
import { createWorkers } from './content/render/workers.ts'
import { Descriptions } from './content/text/description-batches.ts'
import { keyringsOf } from './crypto.ts'
import { providerNames } from './domain/sign-in.ts'
import { guardEventLoop } from './event-loop-guard.ts'
import { answerAccessRequests } from './jobs/access-requests.ts'
import { sendNotices } from './jobs/notices.ts'
import { deliverMail, folderMailer, smtpMailer } from './jobs/outbox.ts'
import { Placing } from './jobs/placing.ts'
import { encryptAllAnew } from './jobs/secret-change.ts'
import { sweep, trashExpired } from './jobs/sweep.ts'
import { every } from './jobs/timer.ts'
import { WebhookDeliveries } from './jobs/webhook-deliveries.ts'
import { webhookMessenger } from './jobs/webhook-messenger.ts'
import { createLog, type ServerLog } from './log.ts'
import { type MeasuredJob, type Measures, type Metrics, startMetrics } from './metrics.ts'
import { DatabaseClock } from './nodes/database-clock.ts'
import { joinInstallation, NodeMismatch } from './nodes/installation.ts'
import { NodeRegistry } from './nodes/node-registry.ts'
import type { Context } from './operations/kernel/context.ts'
import { ReadAudit } from './operations/kernel/read-audit.ts'
import { Watch } from './operations/kernel/watch.ts'
import { outboundBy } from './outbound.ts'
import { keptSecret } from './secret.ts'
import { providerSettings, readSettings, type Settings, strangeNames } from './settings.ts'
import { createCheckedReader } from './storage/checked-reader.ts'
import { DurabilityError } from './storage/durable-writes.ts'
import { makeFolders } from './storage/make-folders.ts'
import { openBlobs, openRecords } from './storage/open.ts'
import type { Records } from './storage/records.ts'
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
import { builtFolder, openAssets } from './surfaces/web/layout/assets.ts'
import { inlineSources } from './surfaces/web/layout/document.tsx'
import { webSurface } from './surfaces/web/surface.ts'

export interface Running {
  /** The address it listens on, with the port really taken. */
  address: string
  /** Where the first owner begins; null once there is one. */
  setupUrl: string | null
  context: Context
  /** Tells proxies to send new requests elsewhere, and gives them time to hear of it, unless the signal cuts that short. */
  drain(hurry: AbortSignal): Promise<void>
  /** Finishes what runs, refuses what has not begun, closes the stores. */
  close(): Promise<void>
}

export interface Outside {
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970; tests turn it. */
  clock?: () => number
  /** How sign-in providers, documents of apps and webhooks are reached; tests lead their names to servers of their own. */
  reach?: Reach
  /** Called where the disk broke its promise, after which nothing may be written. */
  failed?: (error: unknown) => void
}

/** Starts the service and listens. */
export async function start(settings: Settings, outside: Outside): Promise<Running> {
  await makeFolders(settings.RECTO_DATA)
  const log = createLog(settings.LOG_LEVEL)
  const node = await openNode(settings, outside)
  const { context, registry } = node
  const origins = contentOrigins({
    url: context.url,
    contentUrl: settings.RECTO_CONTENT_URL,
    secret: context.secret,
  })
  if (origins.warning) log.warn({}, origins.warning)
  const assets = openAssets(builtFolder())
  let jobs: ReturnType<typeof startJobs> | undefined
  const metrics =
    settings.RECTO_METRICS &&
    (await startMetrics(settings.RECTO_METRICS, () => measure(node, jobs?.measure() ?? [])))
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
    providers: providerClients(providersIn(settings), context.clock, reachOf(settings, outside)),
    authorization: createAuthorizationServer(context, {
      cimd: settings.RECTO_CIMD,
      reach: reachOf(settings, outside),
      failed: error => log.error({ err: error }, 'sign-in of an app failed'),
    }),
    proxies: settings.RECTO_TRUST_PROXY,
    draining: () => draining,
    stopping: () => stopping,
    clockSkew: () => (outside.clock ? 0 : node.clock.skew),
    stuckJobs: () => jobs?.stuck() ?? [],
    failed: error => {
      if (error instanceof DurabilityError) outside.failed?.(error)
    },
  }
  const web = webSurface(site, assets)
  const mcp = mcpSurface(site)
  const server = createHttpServer(site, {
    routes: [addRest, mcp.routes, addUnknownPaths, oauthSurface(web.showRefusal), web.routes],
    frames: [web.frames],
    early: [
      refuseKeyInQuery(site),
      securityText(site, settings.MAIL_FROM),
      agentSkills(site),
      cliPackage(site, join(builtFolder(), '..')),
      web.early,
      restEarly(site),
    ],
  })
  const end = createServerStop(server)
  await listen(server, settings.PORT, settings.RECTO_HOST).catch(async error => {
    mcp.close()
    await closeContext(context)
    throw error
  })
  jobs = startJobs(settings, node, log)
  const setupUrl = await openSetup(context)
  return {
    address: `http://${settings.RECTO_HOST}:${(server.address() as AddressInfo).port}`,
    setupUrl,
    context,
    async drain(hurry) {
      draining = true
      await pause(settings.RECTO_DRAIN * 1000, undefined, { signal: hurry }).catch(() => undefined)
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
    },
  }
}

/** Who hears of requests that have ended; nobody where no line of the log and no metric wants them. */
function requestListener(log: ServerLog, metrics: Metrics | null): Site['requestEnded'] {
  const isLogged = log.isLevelEnabled('info')
  if (!isLogged && !metrics) return undefined
  return request => {
    if (isLogged) log.info(request, 'request')
    metrics?.requestEnded(request)
  }
}

async function measure({ context, clock, registry }: Node, jobs: readonly MeasuredJob[]): Promise<Measures> {
  const { records } = context
  const [database, mailWaiting] = await Promise.all([records.measure(), records.outbox.waiting()])
  return { ...database, mailWaiting, nodes: registry.count, clockSkew: clock.skew, jobs }
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

/** One process of an installation: what it works with, the time it shares with the others, and its place among them. */
interface Node {
  context: Context
  clock: DatabaseClock
  registry: NodeRegistry
}

/** Opens the stores and takes a place among the nodes, or closes them where this one does not fit. */
async function openNode(settings: Settings, outside: Outside): Promise<Node> {
  const records = await openRecords(settings.DATABASE_URL)
  const clock = new DatabaseClock(() => records.now())
  await clock.synchronize()
  const context = await openContext(settings, outside, records, outside.clock ?? clock.now)
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

/** How the outside is asked where others chose the address. */
const reachOf = (settings: Settings, { reach }: Outside): Reach => reach ?? outboundBy(settings.RECTO_DNS)

async function openContext(
  settings: Settings,
  outside: Outside,
  records: Records,
  clock: () => number,
): Promise<Context> {
  const secret = settings.RECTO_SECRET ?? (await keptSecret(settings.RECTO_DATA))
  const blobs = await openBlobs(settings.BLOBS_URL, outside.env)
  const workers = createWorkers()
  return {
    records,
    blobs,
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
    readBuild: buildTokenReader({
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
  }
}

/** Milliseconds: it lists every file there is. */
const LONGEST_SWEEP = 2 * 3_600_000

function startJobs(settings: Settings, { context, clock, registry }: Node, log: Site['log']) {
  const { SMTP_URL, MAIL_FROM, RECTO_DATA } = settings
  const mailer = SMTP_URL
    ? smtpMailer(SMTP_URL, MAIL_FROM)
    : folderMailer(join(RECTO_DATA, 'outbox'), MAIL_FROM)
  const complain = (error: unknown): void => log.error({ err: error }, 'job failed')
  const holder = randomUUID()
  const placing = new Placing(context, holder, complain)
  const webhooks = new WebhookDeliveries(context, complain)
  const jobs = {
    clock: every(10_000, () => clock.synchronize(), complain),
    'place among the nodes': every(5000, () => registry.announce(), complain),
    sweep: every(10 * 60_000, () => sweep(context, holder), complain, LONGEST_SWEEP),
    expiry: every(1000, () => trashExpired(context), complain),
    mail: every(500, () => sendNotices(context).then(() => deliverMail(context, mailer, log)), complain),
    'access requests': every(500, () => answerAccessRequests(context), complain),
    ...(context.previousSecret && {
      'change of secret': every(60_000, () => encryptAllAnew(context), complain),
    }),
    webhooks: every(500, () => webhooks.start(), complain),
    'anchors of threads': every(1000, () => placing.start(), complain),
  }
  return {
    measure: () =>
      Object.entries(jobs).map(([name, { isStuck, lastSeconds, failures }]) => ({
        name,
        isStuck,
        lastSeconds,
        failures,
      })),
    stuck: () => Object.entries(jobs).flatMap(([name, { isStuck }]) => (isStuck ? [name] : [])),
    async close() {
      await Promise.all(Object.values(jobs).map(job => job.stop()))
      await Promise.all([placing.stop(), webhooks.stop()])
      mailer.close()
    },
  }
}

/** Runs the program: reads the environment, starts, prints the address, and stops cleanly on a signal. */
export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readSettings(env)
  if ('mistakes' in read) {
    process.stderr.write(`${read.mistakes.map(line => `${line}\n`).join('')}`)
    process.exitCode = 2
    return
  }
  for (const name of strangeNames(env))
    process.stderr.write(`${name} is no setting and is left aside; recto serve --help names them all.\n`)
  const service = await start(read.settings, { env, failed: stopAtOnce }).catch(refuseMismatch)
  if (!service) return
  process.stderr.write(`Recto listens on ${service.address} and answers as ${read.settings.RECTO_URL}\n`)
  guardEventLoop()
  if (service.setupUrl) process.stderr.write(`Become its owner here, once: ${service.setupUrl}\n`)
  stopOnSignals(service)
}

/** The first signal stops the process; another one cuts the draining short. */
function stopOnSignals(service: Running): void {
  const hurry = new AbortController()
  let told = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (told) return hurry.abort()
      told = true
      void stop(service, hurry.signal)
    })
  }
}

/** A node that does not fit its installation is a mistake in the settings. */
function refuseMismatch(error: unknown): null {
  if (!(error instanceof NodeMismatch)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
  return null
}

/** Drains, finishes what runs, and ends the process. */
async function stop(service: Running, hurry: AbortSignal): Promise<void> {
  await service.drain(hurry)
  setTimeout(stopUnfinished, STOP_DEADLINE).unref()
  await service.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

/** Milliseconds from the end of draining until the process has ended; whoever runs it kills it 30 seconds after that end at the earliest. */
const STOP_DEADLINE = 28_000

/** What is not done by now may never be. */
function stopUnfinished(): void {
  process.stderr.write('Not everything could be finished in time. Stopping.\n')
  process.exit(1)
}

/** A disk that failed an fsync may have dropped what it acknowledged: stop, and let a restart recover. */
function stopAtOnce(error: unknown): void {
  process.stderr.write(
    `The disk failed to keep a write: ${error instanceof Error ? error.message : error}. Stopping.\n`,
  )
  process.exit(70)
}

if (import.meta.main) await main(process.env)
