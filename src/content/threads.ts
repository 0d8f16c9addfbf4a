// Worker threads for work that would hold the event loop: started when needed, stopped when idle, ended when too slow.
import { Worker } from 'node:worker_threads'
import { moduleUrl } from './module-url.ts'
import type { Input, Output, Task } from './thread.ts'

type Limit = 'time' | 'memory' | 'crash' | 'closed'

/** A piece of work was given up: it took too long, too much memory, or ended its thread, or the threads were closed. */
export class LimitReached extends Error {
  readonly limit: Limit

  constructor(limit: Limit, task: string) {
    super(`${task} reached its limit of ${limit}`)
    this.name = 'LimitReached'
    this.limit = limit
  }
}

export interface ThreadOptions {
  /** How many pieces of work run at the same time. */
  size: number
  /** Megabytes of heap that one thread may use. */
  memory: number
  /** Milliseconds without work after which a thread ends and gives its memory back. */
  idle: number
}

interface Job {
  task: Task
  input: unknown
  milliseconds: number
  settle(result: { value: unknown } | { error: Error }): void
}

type Answer = { value: unknown } | { error: string }

/** One thread and what it is working on. */
class Seat {
  job: Job | null = null
  private timer: NodeJS.Timeout | undefined
  private readonly worker: Worker
  private readonly left: (seat: Seat) => void

  constructor(memory: number, left: (seat: Seat) => void) {
    this.left = left
    this.worker = new Worker(moduleUrl(import.meta.url, './thread'), {
      resourceLimits: { maxOldGenerationSizeMb: memory },
      stderr: false,
    })
    this.worker.on('message', (answer: Answer) => this.answered(answer))
    this.worker.on('error', (error: NodeJS.ErrnoException) =>
      this.lost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'),
    )
    this.worker.on('exit', () => this.lost('crash'))
  }

  begin(job: Job): void {
    this.job = job
    clearTimeout(this.timer)
    this.worker.ref()
    this.timer = setTimeout(() => this.lost('time'), job.milliseconds)
    this.worker.postMessage({ task: job.task, input: job.input })
  }

  /** Ends the thread unless work comes within `milliseconds`; meanwhile it does not keep the program alive. */
  rest(milliseconds: number): void {
    this.worker.unref()
    this.timer = setTimeout(() => this.lost('time'), milliseconds).unref()
  }

  /** Ends the thread; work under way fails. */
  lost(limit: Limit): void {
    clearTimeout(this.timer)
    this.worker.removeAllListeners('exit')
    void this.worker.terminate()
    this.finish({ error: new LimitReached(limit, this.job?.task ?? 'thread') })
    this.left(this)
  }

  private answered(answer: Answer): void {
    clearTimeout(this.timer)
    this.finish('error' in answer ? { error: new Error(answer.error) } : answer)
  }

  private finish(result: { value: unknown } | { error: Error }): void {
    const job = this.job
    this.job = null
    job?.settle(result)
  }
}

/** A fixed number of threads that share one queue. */
export class Threads {
  private readonly options: ThreadOptions
  private readonly seats = new Set<Seat>()
  private readonly queue: Job[] = []
  private closed = false

  constructor(options: ThreadOptions) {
    this.options = options
  }

  /**
   * Runs one task of `thread.ts` apart from the event loop.
   * @param milliseconds time from when it begins; waiting in the queue does not count
   * @throws LimitReached when it was ended
   */
  run<Name extends Task>(task: Name, input: Input<Name>, milliseconds: number): Promise<Output<Name>> {
    if (this.closed) return Promise.reject(new LimitReached('closed', task))
    return new Promise((resolve, reject) => {
      const settle: Job['settle'] = result => {
        if ('error' in result) reject(result.error)
        else resolve(result.value as Output<Name>)
        this.next()
      }
      this.queue.push({ task, input, milliseconds, settle })
      this.next()
    })
  }

  /** Ends every thread; what still runs or waits fails. */
  close(): void {
    this.closed = true
    for (const { task, settle } of this.queue.splice(0)) settle({ error: new LimitReached('closed', task) })
    for (const seat of [...this.seats]) seat.lost('closed')
  }

  private next(): void {
    const free = [...this.seats].find(seat => seat.job === null)
    const job =
      this.queue.length > 0 && (free || this.seats.size < this.options.size) ? this.queue.shift() : undefined
    if (job) (free ?? this.open()).begin(job)
    else free?.rest(this.options.idle)
  }

  private open(): Seat {
    const seat = new Seat(this.options.memory, left => this.seats.delete(left))
    this.seats.add(seat)
    return seat
  }
}
