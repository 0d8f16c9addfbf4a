// The primary of RECTO_WORKERS: holds the port, keeps the server processes behind it, and stops them together.
import cluster, { type Worker } from 'node:cluster'
import { guardEventLoop } from '../event-loop-guard.ts'
import { createLog, type ServerLog } from '../log.ts'
import { serveClusterMetrics } from '../metrics.ts'
import type { Settings } from '../settings.ts'
import { Beats } from './beats.ts'
import {
  type Beat,
  DISK_FAILED,
  type Order,
  type Others,
  printAddress,
  STOP_DEADLINE,
  type Started,
} from './messages.ts'

/** Starts the server processes; where the first cannot serve, none does, and its exit code is the primary's. */
export async function keepServerProcesses(settings: Settings): Promise<void> {
  // Otherwise the primary hands connections out, and one on its way to a process that ends waits for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const processes = new ServerProcesses(settings.RECTO_DRAIN * 1000)
  listenUnhandled(createLog(settings.LOG_LEVEL), processes)
  const metrics =
    settings.RECTO_METRICS && (await serveClusterMetrics(settings.RECTO_METRICS, () => processes.counts))
  stopOnSignals(processes)
  // It alone makes the secret, the tables and the setup link.
  const first = await processes.start()
  if (typeof first === 'number') {
    metrics?.close()
    process.exitCode = first
    return
  }
  processes.replaceEnded()
  await Promise.all(Array.from({ length: settings.RECTO_WORKERS - 1 }, () => processes.start()))
  printAddress(first, settings.RECTO_URL)
  guardEventLoop()
}

/** A failure of the primary's own is no reason to end those that serve. */
function listenUnhandled(log: ServerLog, processes: ServerProcesses): void {
  process.on('unhandledRejection', reason => {
    log.error({ err: reason }, 'nobody handled this failure')
    processes.unhandled += 1
  })
}

/** The first signal stops them all; another one cuts their draining short. */
function stopOnSignals(processes: ServerProcesses): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => (processes.isStopping ? processes.hurry() : processes.stop()))
}

/** Milliseconds that a process must have served to count as sound; one that ends before makes the next wait. */
const SOUND = 60_000

/** Milliseconds until the process after one that soon ended, doubled each time, and the longest of these pauses. */
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000

/** Milliseconds beyond their own deadline after which processes are killed. */
const GRACE = 1000

class ServerProcesses {
  readonly #drainMs: number
  /** Each that serves, with the time since when. */
  readonly #serving = new Map<Worker, number>()
  readonly #beats = new Beats()
  #soonEnded = 0
  #restarts = 0
  #exitCode = 0
  #isReplacing = false
  isStopping = false
  /** Failures of the primary that nobody handled. */
  unhandled = 0

  /** @param drainMs milliseconds that each goes on serving after it was told to stop */
  constructor(drainMs: number) {
    this.#drainMs = drainMs
  }

  /** How many serve, how many took the place of one that ended, and what the primary failed to handle. */
  get counts(): { serving: number; restarts: number; unhandled: number } {
    return { serving: this.#serving.size, restarts: this.#restarts, unhandled: this.unhandled }
  }

  /** Resolves when the new process serves, or with its exit code where it ended before. */
  start(): Promise<Started | number> {
    return new Promise(resolve => this.#fork(resolve))
  }

  #fork(settle: (outcome: Started | number) => void): void {
    const refused = ({ message }: Error): void => {
      settle(1)
      this.#soonEnded += 1
      if (this.#isReplacing && !this.isStopping)
        this.#replace(`A server process could not start (${message}).`)
    }
    let worker: Worker
    try {
      worker = cluster.fork()
    } catch (error) {
      refused(error as Error)
      return
    }
    worker.on('message', (message: Started | Beat | { type: 'other' }) => {
      if (message.type === 'beat')
        tell(worker, { type: 'others', reasons: this.#beats.heard(worker, message.stuckJobs) })
      if (message.type !== 'started') return
      this.#serving.set(worker, performance.now())
      this.#beats.heard(worker, [])
      settle(message)
    })
    worker.once('exit', code => settle(code || 1))
    // A line to a process that is gone fails too; its end is heard by itself.
    worker.on('error', error => hasProcess(worker) || refused(error))
  }

  /** From now on another process takes the place of one that ends. */
  replaceEnded(): void {
    this.#isReplacing = true
    cluster.on('exit', (worker, code, signal) => {
      const since = this.#serving.get(worker) ?? performance.now()
      this.#serving.delete(worker)
      this.#beats.ended(worker)
      if (this.isStopping) return this.#endAfterLast(code)
      if (code === DISK_FAILED) return endAtOnce(code)
      this.#soonEnded = performance.now() - since < SOUND ? this.#soonEnded + 1 : 0
      this.#replace(`Server process ${worker.process.pid} ended (${signal ?? `exit code ${code}`}).`)
    })
  }

  #replace(reason: string): void {
    const pause = this.#soonEnded === 0 ? 0 : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#soonEnded)
    process.stderr.write(`${reason} Another one starts in ${pause / 1000} seconds.\n`)
    setTimeout(() => {
      if (this.isStopping) return
      this.#restarts += 1
      this.#fork(() => undefined)
    }, pause)
  }

  stop(): void {
    this.isStopping = true
    for (const worker of workers()) {
      if (this.#serving.has(worker)) tell(worker, { type: 'stop' })
      else worker.process.kill('SIGKILL')
    }
    if (workers().length === 0) process.exit(0)
    setTimeout(killUnfinished, this.#drainMs + STOP_DEADLINE + GRACE).unref()
  }

  hurry(): void {
    for (const worker of workers()) tell(worker, { type: 'hurry' })
    setTimeout(killUnfinished, STOP_DEADLINE + GRACE).unref()
  }

  #endAfterLast(code: number | null): void {
    if (code) this.#exitCode = 1
    if (workers().length === 0) process.exit(this.#exitCode)
  }
}

const workers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter(worker => hasProcess(worker!) && !worker!.isDead()) as Worker[]

/** True once the system started the worker's process. */
const hasProcess = ({ process }: Worker): boolean => process.pid !== undefined

function tell(worker: Worker, message: Order | Others): void {
  if (worker.isConnected()) worker.send(message)
}

/** Nobody may write to the disk any more that one of them found broken. */
function endAtOnce(code: number): void {
  for (const worker of workers()) worker.process.kill('SIGKILL')
  process.exit(code)
}

function killUnfinished(): void {
  process.stderr.write('Not every server process ended in time. Killing them.\n')
  endAtOnce(1)
}
