// Worker processes for work that would hold the event loop: started when needed, stopped when idle, ended when too slow.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Problem } from '../domain/problem.ts'
import { type ChunkRequest, FileSource, SentFiles } from './file-source.ts'
import { moduleUrl } from './module-url.ts'
import type { Input, Output, Task } from './worker.ts'

type Limit = 'time' | 'memory' | 'crash' | 'closed'

/** Seconds after which work that found no room or no end may be asked for again. */
const RETRY = 5

/** A piece of work was given up: it took too long, too much memory, ended its process, or the workers were closed. */
export class LimitReached extends Problem {
  readonly limit: Limit

  constructor(limit: Limit, task: string) {
    super('overloaded', `${task} reached its limit of ${limit}. Try again, or with a smaller file.`, {
      retryAfter: RETRY,
    })
    this.name = 'LimitReached'
    this.limit = limit
  }
}

export interface WorkerOptions {
  /** How many pieces of work run at the same time. */
  size: number
  /** Megabytes of heap that one process may use. */
  memory: number
  /** Milliseconds without work after which a process ends and gives its memory back. */
  idle: number
  /** Characters of text that may wait for their turn; one piece of work may always wait. */
  waiting?: number
}

interface Job {
  tenant: string
  task: Task
  input: unknown
  milliseconds: number
  /** Characters and bytes it works on. */
  size: number
  /** Of these the ones that lie in memory while it waits. */
  held: number
  /** When it began to wait, by the clock of `performance`. */
  since: number
  settle(result: { value: unknown } | { error: Error }): void
}

type Answer = { value: unknown } | { error: string }

/** Kilobytes of stack: trees are walked by recursion. Systems grant eight megabytes. */
const STACK = 3000

/** Characters that wait where nothing else is said, and pieces of work that wait at most. */
const WAITING = 64 * 1_048_576
const MOST_JOBS = 100

/** Characters by which a piece of work counts as smaller for each millisecond it waited, so that none waits for ever. */
const LIGHTER = 100

/** By the clock a piece of work may take so many times the processor time it was granted. */
const MOST_WAITING = 6

/**
 * A process and what it is working on. A process and not a thread: one that runs out of memory takes nothing else with
 * it, and what it used goes back to the system.
 */
class Seat {
  job: Job | null = null
  private files = new SentFiles()
  private timer: NodeJS.Timeout | undefined
  private before = Promise.resolve(0)
  private started = 0
  private gone = false
  private readonly child: ChildProcess
  private readonly left: (seat: Seat) => void

  constructor(memory: number, left: (seat: Seat) => void) {
    this.left = left
    this.child = fork(fileURLToPath(moduleUrl(import.meta.url, './worker')), {
      serialization: 'advanced',
      execArgv: [...ownArguments(), `--max-old-space-size=${memory}`, `--stack-size=${STACK}`],
      env: ownEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.child.on('message', (message: Answer | ChunkRequest) => {
      if ('nextOf' in message) void this.sendNext(message)
      else this.answered(message)
    })
    this.child.on('error', () => this.lost('crash'))
    this.child.on('exit', (_code, signal) =>
      this.lost(signal === 'SIGABRT' || signal === 'SIGTRAP' ? 'memory' : 'crash'),
    )
  }

  begin(job: Job): void {
    this.job = job
    clearTimeout(this.timer)
    this.child.ref()
    this.child.channel?.ref()
    this.before = this.cpu()
    this.started = performance.now()
    this.timer = setTimeout(() => this.judge(job), job.milliseconds)
    void this.sendJob(job)
  }

  private async sendJob(job: Job): Promise<void> {
    const files = new SentFiles()
    this.files = files
    try {
      const input = await files.pack(job.input)
      if (this.job === job) this.send({ task: job.task, input })
      else files.close()
    } catch (error) {
      if (this.job === job) this.finish({ error: error as Error })
    }
  }

  private async sendNext(request: ChunkRequest): Promise<void> {
    this.send(await this.files.next(request))
  }

  private send(message: object): void {
    if (!this.gone) this.child.send(message, error => error && this.lost('crash'))
  }

  /** On a busy machine a process gets less than its share of the clock: what counts is the work it did. */
  private async judge(job: Job): Promise<void> {
    const spent = (await this.cpu()) - (await this.before)
    if (this.job !== job) return
    const waited = performance.now() - this.started
    const left = Math.min(
      job.milliseconds - Math.min(spent, waited),
      job.milliseconds * MOST_WAITING - waited,
    )
    if (left < 1) this.lost('time')
    else this.timer = setTimeout(() => this.judge(job), Math.max(left, 20))
  }

  /** Milliseconds of processor time used so far; where the system does not tell, those of the clock. */
  private async cpu(): Promise<number> {
    const clock = performance.now()
    const line = await readFile(`/proc/${this.child.pid}/stat`, 'utf8').catch(() => null)
    const [user, system] = line?.slice(line.lastIndexOf(')')).split(' ').slice(12, 14) ?? []
    return line === null ? clock : (Number(user) + Number(system)) * 10
  }

  /** Ends the process unless work comes within `milliseconds`; meanwhile it does not keep the program alive. */
  rest(milliseconds: number): void {
    this.child.unref()
    this.child.channel?.unref()
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.lost('time'), milliseconds).unref()
  }

  /** Ends the process; work under way fails. It has left before that is told, so that nobody gives it more. */
  lost(limit: Limit): void {
    if (this.gone) return
    this.gone = true
    clearTimeout(this.timer)
    this.child.kill('SIGKILL')
    this.left(this)
    this.finish({ error: new LimitReached(limit, this.job?.task ?? 'worker') })
  }

  private answered(answer: Answer): void {
    if (this.gone) return
    this.finish('error' in answer ? { error: this.files.failure ?? new Error(answer.error) } : answer)
  }

  private finish(result: { value: unknown } | { error: Error }): void {
    clearTimeout(this.timer)
    this.files.close()
    const job = this.job
    this.job = null
    job?.settle(result)
  }
}

/** Our own way of being started, without what concerns tests, debuggers and measurements. */
const ownArguments = (): string[] =>
  process.execArgv.filter(
    word => !/^--(?:test|inspect|watch|cpu-prof|heap|eval|print|max-|stack-)/.test(word),
  )

/** No setting and no secret goes to a process that reads what strangers wrote. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_V8_COVERAGE']
  return Object.fromEntries(
    kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}

const overloaded = (): Problem =>
  new Problem('overloaded', 'Too many large files are being worked on. Try again in a few seconds.', {
    retryAfter: RETRY,
  })

/** Characters of the texts in it and bytes of its files; without these what of it lies in memory. */
function sizeOf(value: unknown, files = true): number {
  if (typeof value === 'string' || ArrayBuffer.isView(value))
    return typeof value === 'string' ? value.length : value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof FileSource) return files ? value.size : 0
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each, files), 0)
}

/** The turn of one tenant: what it asks for is done by the shared processes and charged to it alone. */
export interface Turn {
  /**
   * Runs one task of `worker.ts` apart from the event loop.
   * @param milliseconds processor time it may use; by the clock six times as much, waiting in the queue apart
   * @throws LimitReached when it was ended
   * @throws Problem `overloaded` at once where too much waits already
   */
  run<Name extends Task>(task: Name, input: Input<Name>, milliseconds: number): Promise<Output<Name>>
}

/** The processes of one installation; the first starts with the first piece of work. */
export const createWorkers = (options: Partial<WorkerOptions> = {}): Workers =>
  new Workers({ size: 2, memory: 1024, idle: 20_000, ...options })

/** A fixed number of processes that share one queue, in which small pieces of work come before large ones. */
export class Workers {
  private readonly options: WorkerOptions
  private readonly seats = new Set<Seat>()
  private readonly queue: Job[] = []
  private closed = false

  constructor(options: WorkerOptions) {
    this.options = options
  }

  /** The turn of a tenant, whose name is asked for with each task: an organization or a network. */
  turn(tenant: () => Promise<string>): Turn {
    return {
      run: (task, input, milliseconds) => tenant().then(name => this.#run(name, task, input, milliseconds)),
    }
  }

  #run<Name extends Task>(
    tenant: string,
    task: Name,
    input: Input<Name>,
    milliseconds: number,
  ): Promise<Output<Name>> {
    if (this.closed) return Promise.reject(new LimitReached('closed', task))
    const [size, held] = [sizeOf(input), sizeOf(input, false)]
    if (!this.hasRoom(held)) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      const settle: Job['settle'] = result => {
        if ('error' in result) reject(result.error)
        else resolve(result.value as Output<Name>)
        this.next()
      }
      this.queue.push({ tenant, task, input, milliseconds, size, held, since: performance.now(), settle })
      this.next()
    })
  }

  /** Ends every process; what still runs or waits fails. */
  close(): void {
    this.closed = true
    for (const { task, settle } of this.queue.splice(0)) settle({ error: new LimitReached('closed', task) })
    for (const seat of [...this.seats]) seat.lost('closed')
  }

  /** Work that waits holds its texts in memory; its files are opened when its turn comes. */
  private hasRoom(more: number): boolean {
    const { waiting = WAITING } = this.options
    const held = this.queue.reduce((sum, job) => sum + job.held, 0)
    return this.queue.length === 0 || (this.queue.length < MOST_JOBS && held + more <= waiting)
  }

  private next(): void {
    const free = [...this.seats].find(seat => seat.job === null)
    const job = free || this.seats.size < this.options.size ? this.smallest() : undefined
    if (job) (free ?? this.open()).begin(job)
    else free?.rest(this.options.idle)
  }

  /** Takes the next piece of work: small ones do not wait behind many large ones that a stranger may have sent. */
  private smallest(): Job | undefined {
    const rank = ({ size, since }: Job): number => size + since * LIGHTER
    const first = this.queue.toSorted((a, b) => rank(a) - rank(b))[0]
    if (first) this.queue.splice(this.queue.indexOf(first), 1)
    return first
  }

  private open(): Seat {
    const seat = new Seat(this.options.memory, left => this.seats.delete(left))
    this.seats.add(seat)
    return seat
  }
}
