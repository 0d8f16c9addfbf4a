// A process that serves, alone or as one of several below a primary: starts the service, and stops it when told to.
import cluster from 'node:cluster'
import { guardEventLoop } from '../event-loop-guard.ts'
import { type Outside, type Running, start } from '../main.ts'
import { NodeMismatch } from '../nodes/installation.ts'
import type { Settings } from '../settings.ts'
import {
  type Beat,
  DISK_FAILED,
  type Order,
  type Others,
  printAddress,
  STOP_DEADLINE,
  type Started,
} from './messages.ts'

/** Starts the service; a node that does not fit its installation has set the exit code. */
export async function serve(settings: Settings, env: NodeJS.ProcessEnv): Promise<void> {
  const isSetUp = cluster.isWorker && cluster.worker!.id > 1
  const outside: Outside = {
    ...{ env, isSetUp },
    failed: stopAtOnce,
    listenUnhandled: listener => process.on('unhandledRejection', listener),
    unreadyElsewhere: () => elsewhere,
  }
  const service = await start(settings, outside).catch(refuseMismatch)
  if (!service) return
  guardEventLoop()
  if (cluster.isWorker) return followPrimary(service)
  printAddress(service, settings.RECTO_URL)
  stopOnSignals(service)
}

/** Why other processes behind the same port should get no requests, as the primary last said. */
let elsewhere: readonly string[] = []

/** Milliseconds between two beats. */
const BEAT = 1000

/** Tells the primary how this process does, and hears how the others do. */
function exchangeBeats(service: Running): void {
  setInterval(() => {
    const beat: Beat = { type: 'beat', stuckJobs: service.stuckJobs() }
    if (process.connected) process.send!(beat)
  }, BEAT).unref()
}

/** The first signal stops the process; another one cuts the draining short. */
function stopOnSignals(service: Running): void {
  const stopping = new Stopping(service)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => (stopping.isBegun ? stopping.hurry() : stopping.begin()))
}

/**
 * Stops when the primary says so, or a signal, which a terminal sends to the primary and its processes alike: so the same
 * wish may come twice, and only the primary cuts the draining short.
 */
function followPrimary(service: Running): void {
  const stopping = new Stopping(service)
  process.on('message', (message: Order | Others) => {
    if (message.type === 'stop') stopping.begin()
    if (message.type === 'hurry') stopping.hurry()
    if (message.type === 'others') elsewhere = message.reasons
  })
  exchangeBeats(service)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.begin())
  const { address, setupUrl } = service
  process.send!({ type: 'started', address, setupUrl } satisfies Started)
}

class Stopping {
  readonly #service: Running
  readonly #hurry = new AbortController()
  isBegun = false

  constructor(service: Running) {
    this.#service = service
  }

  /** Drains, finishes what runs, and ends the process. */
  begin(): void {
    if (this.isBegun) return
    this.isBegun = true
    stop(this.#service, this.#hurry.signal).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }

  hurry(): void {
    this.#hurry.abort()
  }
}

async function stop(service: Running, hurry: AbortSignal): Promise<void> {
  await service.drain(hurry)
  setTimeout(stopUnfinished, STOP_DEADLINE).unref()
  await service.close()
}

/** Ends the process: work that is not done by now may never be. */
function stopUnfinished(): void {
  process.stderr.write('Not everything could be finished in time. Stopping.\n')
  process.exit(1)
}

/** A node that does not fit its installation is a mistake in the settings. */
function refuseMismatch(error: unknown): null {
  if (!(error instanceof NodeMismatch)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
  return null
}

/** A disk that failed an fsync may have dropped what it acknowledged: stop, and let a restart recover. */
function stopAtOnce(error: unknown): void {
  process.stderr.write(
    `The disk failed to keep a write: ${error instanceof Error ? error.message : error}. Stopping.\n`,
  )
  process.exit(DISK_FAILED)
}
