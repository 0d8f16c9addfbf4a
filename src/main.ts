// The composition root: settings, storage, context, surfaces, listen. No logic of its own.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTxtResolver } from './auth/dns.ts'
import { createAuthorizationServer } from './auth/oauth/authorization-server.ts'
import { providerClients, type Reach } from './auth/provider-clients.ts'
import { openSetup } from './auth/setup.ts'
import { createRenderer } from './content/render/renderer.ts'
import { createWorkers } from './content/render/workers.ts'
import { Descriptions } from './content/text/description-batches.ts'
import { providerNames } from './domain/sign-in.ts'
import { guardEventLoop } from './event-loop-guard.ts'
import { answerAccessRequests } from './jobs/access-requests.ts'
import { sendNotices } from './jobs/notices.ts'
import { deliverMail, folderMailer, smtpMailer } from './jobs/outbox.ts'
import { Placing } from './jobs/placing.ts'
import { sweep, trashExpired } from './jobs/sweep.ts'
import { every } from './jobs/timer.ts'
import { createLog } from './log.ts'
import type { Context } from './operations/kernel/context.ts'
import { ReadAudit } from './operations/kernel/read-audit.ts'
import { Watch } from './operations/kernel/watch.ts'
import { keptSecret } from './secret.ts'
import { providerSettings, readSettings, type Settings, strangeNames } from './settings.ts'
import { createCheckedReader } from './storage/checked-reader.ts'
import { DurabilityError } from './storage/durable-writes.ts'
import { makeFolders } from './storage/make-folders.ts'
import { openBlobs, openRecords } from './storage/open.ts'
import { apiConnections, createConnectionLimit } from './surfaces/http/connection-limit.ts'
import { restEarly } from './surfaces/http/content.ts'
import { refuseKeyInQuery } from './surfaces/http/key-in-query.ts'
import { noLimits, requestLimits } from './surfaces/http/limits.ts'
import { listen } from './surfaces/http/listen.ts'
import { createServerStop } from './surfaces/http/response-end.ts'
import { createHttpServer } from './surfaces/http/server.ts'
import type { Site } from './surfaces/http/site.ts'
import { mcpSurface } from './surfaces/mcp/surface.ts'
import { oauthSurface } from './surfaces/oauth/surface.ts'
import { addRest, addUnknownPaths } from './surfaces/rest/app.ts'
import { contentOrigins } from './surfaces/viewer/content-host.ts'
import { headerTable } from './surfaces/viewer/headers.ts'
import { builtFolder, openAssets } from './surfaces/web/assets.ts'
import { inlineSources } from './surfaces/web/components/document.tsx'
import { webSurface } from './surfaces/web/surface.ts'

export interface Running {
  /** The address it listens on, with the port really taken. */
  address: string
  /** Where the first owner begins; null once there is one. */
  setupUrl: string | null
  context: Context
  /** Finishes what runs, refuses what has not begun, closes the stores. */
  close(): Promise<void>
}

export interface Outside {
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970; tests turn it. */
  clock?: () => number
  /** How sign-in providers are reached; tests lead their names to servers of their own. */
  reach?: Reach
  /** Called where the disk broke its promise, after which nothing may be written. */
  failed?: (error: unknown) => void
}

/** Starts the service and listens. */
export async function start(settings: Settings, outside: Outside): Promise<Running> {
  await makeFolders(settings.RECTO_DATA)
  const log = createLog(settings.LOG_LEVEL)
  const context = await openContext(settings, outside)
  const origins = contentOrigins({
    url: context.url,
    contentUrl: settings.RECTO_CONTENT_URL,
    secret: context.secret,
  })
  if (origins.warning) log.warn({}, origins.warning)
  const assets = openAssets(builtFolder())
  let stopping = false
  let jobs: ReturnType<typeof startJobs> | undefined
  const site: Site = {
    context,
    origins,
    headers: headerTable({
      url: context.url,
      frameSources: origins.sources,
      inlineScripts: inlineSources(assets),
    }),
    limits: settings.RECTO_RATE_LIMITS ? requestLimits(context.clock) : noLimits,
    connections: createConnectionLimit(apiConnections),
    log,
    providers: providerClients(providersIn(settings), context.clock, outside.reach),
    authorization: createAuthorizationServer(context, error =>
      log.error({ err: error }, 'sign-in of an app failed'),
    ),
    proxies: settings.RECTO_TRUST_PROXY,
    stopping: () => stopping,
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
    early: [refuseKeyInQuery(site), web.early, restEarly(site)],
  })
  const end = createServerStop(server)
  await listen(server, settings.PORT, settings.RECTO_HOST).catch(async error => {
    mcp.close()
    await closeContext(context)
    throw error
  })
  jobs = startJobs(settings, context, log)
  const setupUrl = await openSetup(context)
  return {
    address: `http://${settings.RECTO_HOST}:${(server.address() as AddressInfo).port}`,
    setupUrl,
    context,
    async close() {
      stopping = true
      context.watch.close()
      mcp.close()
      await end()
      context.workers.close()
      await jobs?.close()
      await closeContext(context)
    },
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

async function openContext(settings: Settings, { env, clock = Date.now }: Outside): Promise<Context> {
  const secret = settings.RECTO_SECRET ?? (await keptSecret(settings.RECTO_DATA))
  const records = await openRecords(settings.DATABASE_URL)
  const blobs = await openBlobs(settings.BLOBS_URL, env)
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
    url: settings.RECTO_URL,
    publicPreviews: settings.RECTO_PUBLIC_PREVIEWS,
    resolveTxt: createTxtResolver(settings.RECTO_DNS),
    signUp: settings.RECTO_SIGN_UP,
    ownerEmail: settings.RECTO_OWNER_EMAIL,
    defaultPlan: settings.RECTO_DEFAULT_PLAN,
    signInProviders: providerNames.filter(name => providersIn(settings)[name] !== null),
    rateLimits: settings.RECTO_RATE_LIMITS,
  }
}

/** Milliseconds: it lists every file there is. */
const LONGEST_SWEEP = 2 * 3_600_000

function startJobs(settings: Settings, context: Context, log: Site['log']) {
  const { SMTP_URL, MAIL_FROM, RECTO_DATA } = settings
  const mailer = SMTP_URL
    ? smtpMailer(SMTP_URL, MAIL_FROM)
    : folderMailer(join(RECTO_DATA, 'outbox'), MAIL_FROM)
  const complain = (error: unknown): void => log.error({ err: error }, 'job failed')
  const holder = randomUUID()
  const placing = new Placing(context, holder, complain)
  const jobs = {
    sweep: every(10 * 60_000, () => sweep(context, holder), complain, LONGEST_SWEEP),
    expiry: every(1000, () => trashExpired(context), complain),
    mail: every(500, () => sendNotices(context).then(() => deliverMail(context, mailer, log)), complain),
    'access requests': every(500, () => answerAccessRequests(context), complain),
    'anchors of threads': every(1000, () => placing.start(), complain),
  }
  return {
    stuck: () => Object.entries(jobs).flatMap(([name, { isStuck }]) => (isStuck ? [name] : [])),
    async close() {
      await Promise.all(Object.values(jobs).map(job => job.stop()))
      await placing.stop()
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
  const service = await start(read.settings, { env, failed: stopAtOnce })
  process.stderr.write(`Recto listens on ${service.address} and answers as ${read.settings.RECTO_URL}\n`)
  guardEventLoop()
  if (service.setupUrl) process.stderr.write(`Become its owner here, once: ${service.setupUrl}\n`)
  let told = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (told) return
      told = true
      setTimeout(stopUnfinished, STOP_DEADLINE).unref()
      service.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** Milliseconds until the process has ended; whoever runs it kills it after 30 seconds. */
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
