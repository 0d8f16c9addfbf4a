// A worker process: does one piece of work after another in its lane, says what they cost, and is ended from outside.
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { keepAwake, startModule } from '../../child-program.ts'
import { Problem } from '../../domain/problem.ts'
import { modulePath } from '../../program-files.ts'
import type { Answer, Loaded, Task } from '../worker.ts'
import type { Lane, Work } from './fair-schedule.ts'
import { type ChunkRequest, SentFiles } from './file-source.ts'

/**
 * Why work was given up: it used the processor time or memory it was granted, its process ended, the workers were
 * closed, or others waited while its tenant had used more than they had (`turn`).
 */
export type Limit = 'time' | 'memory' | 'crash' | 'closed' | 'turn'

/** Seconds after which work that found no room or no end may be asked for again. */
const RETRY = 5

const tooMuch = 'This file takes too much time or memory to work on. Try again, or with a smaller file.'

const sentences: Record<Limit, string> = {
  time: tooMuch,
  memory: tooMuch,
  crash: tooMuch,
  closed: 'The server is stopping. Try again in a few seconds.',
  turn: 'The server has too much to do, and your share of it is used up. Try again in a few seconds.',
}

/** A piece of work was given up. */
export class LimitReached extends Problem {
  readonly limit: Limit

  constructor(limit: Limit) {
    super('overloaded', sentences[limit], { retryAfter: RETRY })
    this.name = 'LimitReached'
    this.limit = limit
  }
}

export interface Job extends Work {
  task: Task
  input: unknown
  /** Processor time it may use. */
  milliseconds: number
  settle(result: Result): void
}

export type Result = { value: unknown } | { error: Error }

/** The reports of a process to its owner. */
export interface Watcher {
  /** The job used so many more milliseconds of processor time. */
  onCharge(job: Job, milliseconds: number): void
  /** The job runs, and used so many milliseconds in all. */
  onSpent(process: WorkerProcess, job: Job, spent: number): void
  /** The job is done, well or not; the process has none now. */
  onDone(process: WorkerProcess, job: Job, result: Result): void
  /** The process is gone; called before its job is answered. */
  onEnd(process: WorkerProcess): void
}

/** Kilobytes of stack: trees are walked by recursion. Systems grant eight megabytes. */
const STACK = 3000

/** By the clock a piece of work may take six times the processor time it was granted, and half a minute in any case. */
const clockFor = (milliseconds: number): number => Math.max(30_000, milliseconds * 6)

/** Milliseconds between two looks at what running work used. */
const LOOK = 200

/** POSIX nice values: enough for the quick lane to have a processor, and not so much that others on the machine stop long work. */
const niceness: Record<Lane, number> = { quick: 0, small: 3, long: 6 }

/**
 * A process and not a thread: one that runs out of memory takes nothing else with it, what it used goes back to the
 * system, and it can be ended at any instruction.
 */
export class WorkerProcess {
  lane: Lane
  job: Job | null = null
  /** True until its first job is done: what that job compiles, later ones find made. */
  isFresh = true
  #files = new SentFiles()
  #timer: NodeJS.Timeout | undefined
  /** Processor time of the process that was reported, and what it was when the job began. */
  #told = 0
  #before = 0
  #began = 0
  #isLoaded = false
  #gone = false
  readonly #child: ChildProcess
  readonly #watcher: Watcher

  /** @param memory megabytes of heap */
  constructor(lane: Lane, memory: number, watcher: Watcher) {
    this.lane = lane
    this.#watcher = watcher
    const limits = [`--max-old-space-size=${memory}`, `--stack-size=${STACK}`]
    this.#child = startModule(modulePath('content/worker'), [], limits)
    this.#child.on('message', (message: Answer | ChunkRequest | Loaded) => {
      if ('nextOf' in message) this.#sendNext(message)
      else if ('loaded' in message) this.#onLoaded(message)
      else this.#onAnswer(message)
    })
    this.#child.on('error', () => this.end('crash'))
    this.#child.on('exit', (_code, signal) =>
      this.end(signal === 'SIGABRT' || signal === 'SIGTRAP' ? 'memory' : 'crash'),
    )
    this.moveTo(lane)
  }

  /** From now on it works in that lane. A process that gave way once never comes before others again. */
  moveTo(lane: Lane): void {
    this.lane = lane
    try {
      if (this.#child.pid) setPriority(this.#child.pid, niceness[lane])
    } catch {
      // If the system does not allow it, all processes are alike.
    }
  }

  begin(job: Job): void {
    this.job = job
    keepAwake(this.#child, true)
    this.#before = this.#told
    this.#began = performance.now()
    this.#isLoaded = false
    this.#lookAgain(job)
    this.#sendJob(job)
  }

  /** Loads what the task needs, so that it begins at once when it comes. */
  prepare(task: Task): void {
    this.#send({ prepare: task })
  }

  /** Ends the process unless work comes within `milliseconds`; meanwhile it does not keep the program alive. */
  rest(milliseconds: number): void {
    keepAwake(this.#child, false)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end('closed'), milliseconds).unref()
  }

  /** Ends the process; its job fails with the limit. */
  end(limit: Limit): void {
    const job = this.abandon()
    if (job) this.#watcher.onDone(this, job, { error: new LimitReached(limit) })
  }

  /** Ends the process and returns its job, which was not answered. */
  abandon(): Job | null {
    if (this.#gone) return null
    this.#gone = true
    this.#child.kill('SIGKILL')
    const job = this.#leave()
    this.#watcher.onEnd(this)
    return job
  }

  #sendJob(job: Job): void {
    const files = new SentFiles()
    this.#files = files
    files
      .pack(job.input)
      .then(input => (this.job === job ? this.#send({ task: job.task, input }) : files.close()))
      .catch((error: Error) => this.job === job && this.#finish({ error }))
  }

  #sendNext(request: ChunkRequest): void {
    this.#files.next(request).then(
      chunk => this.#send(chunk),
      () => this.end('crash'),
    )
  }

  #send(message: object): void {
    if (!this.#gone) this.#child.send(message, error => error && this.end('crash'))
  }

  #lookAgain(job: Job): void {
    clearTimeout(this.#timer)
    const look = (): void => {
      this.#look(job).catch(() => this.end('crash'))
    }
    this.#timer = setTimeout(look, Math.min(LOOK, job.milliseconds))
  }

  /** On a busy machine a process gets less than its share of the clock; its work counts, not the clock. */
  async #look(job: Job): Promise<void> {
    const total = await this.#total()
    if (this.job !== job) return
    const waited = performance.now() - this.#began
    const spent = Math.min(this.#tell(job, total), waited)
    if (spent >= job.milliseconds) this.end('time')
    else if (waited >= clockFor(job.milliseconds)) this.end('turn')
    else {
      this.#lookAgain(job)
      this.#watcher.onSpent(this, job, spent)
    }
  }

  /** Starting and loading is no tenant's doing: it is charged to nobody and counts against no limit. */
  #onLoaded({ loaded }: Loaded): void {
    this.#told = this.#before = loaded
    this.#began = performance.now()
    this.#isLoaded = true
  }

  /** Charges what was used since this was done last; answers what the job used in all. */
  #tell(job: Job, total: number): number {
    if (!this.#isLoaded) return 0
    if (total > this.#told) this.#watcher.onCharge(job, total - this.#told)
    this.#told = Math.max(total, this.#told)
    return this.#told - this.#before
  }

  /** Milliseconds of processor time used by the process; by the clock if the system does not report them. */
  async #total(): Promise<number> {
    const line = await readFile(`/proc/${this.#child.pid}/stat`, 'utf8').catch(() => null)
    const [user, system] = line?.slice(line.lastIndexOf(')')).split(' ').slice(12, 14) ?? []
    return line === null
      ? this.#before + performance.now() - this.#began
      : (Number(user) + Number(system)) * 10
  }

  #onAnswer(answer: Answer): void {
    if (this.#gone || !this.job) return
    this.#tell(this.job, answer.spent)
    this.#finish('error' in answer ? { error: this.#files.failure ?? new Error(answer.error) } : answer)
  }

  #finish(result: Result): void {
    this.isFresh = false
    const job = this.#leave()
    if (job) this.#watcher.onDone(this, job, result)
  }

  #leave(): Job | null {
    clearTimeout(this.#timer)
    this.#files.close()
    const job = this.job
    this.job = null
    return job
  }
}
