// The pool of worker processes for all work that would hold the event loop: fair between tenants, ended when idle.
import { availableParallelism } from 'node:os'
import type { Input, Output, Task } from '../worker.ts'
import { FairSchedule, FIRST_SLICE, type Lane, lanes, type Room, SLICE } from './fair-schedule.ts'
import { FileSource } from './file-source.ts'
import { type Job, LimitReached, type Result, type Watcher, WorkerProcess } from './worker-process.ts'

export { LimitReached } from './worker-process.ts'

export interface WorkerOptions {
  /** How many processes work in each lane at the same time. */
  sizes: Record<Lane, number>
  /** Megabytes of heap that one process may use. */
  memory: number
  /** Milliseconds without work after which a process ends and gives its memory back. */
  idle: number
  /** Milliseconds that work waits for its turn before it is given up. */
  patience: number
  /** How much may wait. */
  room: Partial<Room>
}

/** Two processors have one process in each lane: the system gives the processors to the quick lane first. */
function sizesFor(processors: number): Record<Lane, number> {
  const share = (part: number): number => Math.max(1, Math.floor(processors * part))
  return { quick: share(0.5), small: share(0.25), long: share(0.5) }
}

/** Lanes to which long work leaves, the best first. */
const lower: Record<Lane, readonly Lane[]> = { quick: ['long', 'small'], small: ['long'], long: [] }

/** The turn of one tenant: what it asks for is done by the shared processes and charged to it alone. */
export interface Turn {
  /**
   * Runs one task of `worker.ts` apart from the event loop.
   * @param milliseconds processor time it may use; by the clock six times as much, waiting in the queue apart
   * @param secured processor time before which it is not cut off for others who wait
   * @throws LimitReached when it was given up; `turn` where it may be asked for again
   */
  run<Name extends Task>(
    task: Name,
    input: Input<Name>,
    milliseconds: number,
    secured?: number,
  ): Promise<Output<Name>>
}

/** Processor time before which no work is cut off for others, where nothing else is said: milliseconds. */
const SECURED = 2000

/** The processes of one installation; the first starts with the first piece of work. */
export const createWorkers = (options: Partial<WorkerOptions> = {}): Workers =>
  new Workers({
    sizes: sizesFor(availableParallelism()),
    ...{ memory: 1024, idle: 20_000, patience: 60_000, room: {}, ...options },
  })

export class Workers implements Watcher {
  readonly #options: WorkerOptions
  readonly #schedule: FairSchedule<Job>
  readonly #processes = new Set<WorkerProcess>()
  #impatience: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#schedule = new FairSchedule(options.room)
  }

  /** The turn of a tenant, whose name is asked for with each task: an organization or a network. */
  turn(tenant: () => Promise<string>): Turn {
    return {
      run: (task, input, milliseconds, secured = SECURED) =>
        tenant().then(name => this.#run(task, input, { tenant: name, milliseconds, secured })),
    }
  }

  /** Ends every process; what still runs or waits fails. */
  close(): void {
    this.#closed = true
    for (const job of this.#schedule.waiting) this.#giveUp(job, 'closed')
    for (const process of [...this.#processes]) process.end('closed')
  }

  onCharge({ tenant }: Job, milliseconds: number): void {
    this.#schedule.charge(tenant, milliseconds, performance.now())
  }

  onSpent(process: WorkerProcess, job: Job, spent: number): void {
    if (process.lane === 'long') {
      if (this.#schedule.isOver(job, spent, performance.now())) process.end('turn')
    } else if (spent >= (process.isFresh ? FIRST_SLICE : SLICE)) this.#giveWay(process, job)
  }

  onDone(process: WorkerProcess, job: Job, result: Result): void {
    if (this.#processes.has(process)) process.rest(this.#options.idle)
    job.settle(result)
    this.#assign()
  }

  onEnd(process: WorkerProcess): void {
    this.#processes.delete(process)
  }

  #run<Name extends Task>(
    task: Name,
    input: Input<Name>,
    terms: Pick<Job, 'tenant' | 'milliseconds' | 'secured'>,
  ): Promise<Output<Name>> {
    if (this.#closed) return Promise.reject(new LimitReached('closed'))
    return new Promise((resolve, reject) => {
      const settle: Job['settle'] = result =>
        'error' in result ? reject(result.error) : resolve(result.value as Output<Name>)
      const sizes = { size: sizeOf(input), held: sizeOf(input, false) }
      this.#wait({ ...terms, ...sizes, task, input, since: performance.now(), isLong: false, settle })
    })
  }

  #wait(job: Job): void {
    const refused = this.#schedule.add(job, performance.now())
    refused?.settle({ error: new LimitReached('turn') })
    this.#assign()
    this.#impatience ??= setInterval(() => this.#giveUpLate(), 1000).unref()
  }

  /** Gives up what waited for too long. */
  #giveUpLate(): void {
    const oldest = performance.now() - this.#options.patience
    for (const job of this.#schedule.waiting) if (job.since < oldest) this.#giveUp(job, 'turn')
    if (this.#schedule.waiting.length > 0) return
    clearInterval(this.#impatience)
    this.#impatience = undefined
  }

  /** Fails work that waits. */
  #giveUp(job: Job, limit: 'turn' | 'closed'): void {
    this.#schedule.remove(job)
    job.settle({ error: new LimitReached(limit) })
  }

  /** Gives every free place the work that is next in its lane. */
  #assign(): void {
    for (const lane of lanes)
      while (this.#hasRoom(lane)) {
        const job = this.#schedule.take(lane, this.#tenants(), performance.now())
        if (!job) break
        ;(this.#idle(lane) ?? this.#open(lane)).begin(job)
      }
  }

  /**
   * Work that ran longer than small work does leaves its lane: with its process where another lane has room, else to
   * begin anew when its turn comes. In the lane `small` it may stay as long as nobody waits for it.
   */
  #giveWay(process: WorkerProcess, job: Job): void {
    const { lane } = process
    job.isLong = true
    const other = lower[lane].find(each => this.#hasRoom(each))
    if (other) this.#move(process, other)
    else if (lane === 'quick' || this.#isWanted(lane)) this.#beginAnew(process, job)
    this.#assign()
    if (lane === 'quick' && this.#inLane(lane).length === 0) this.#open(lane).prepare(job.task)
  }

  #beginAnew(process: WorkerProcess, job: Job): void {
    process.abandon()
    this.#wait({ ...job })
  }

  #isWanted(lane: Lane): boolean {
    return this.#schedule.isWanted(lane, this.#tenants(), performance.now())
  }

  #move(process: WorkerProcess, lane: Lane): void {
    this.#idle(lane)?.end('closed')
    process.moveTo(lane)
  }

  #hasRoom(lane: Lane): boolean {
    return this.#inLane(lane).filter(({ job }) => job).length < this.#options.sizes[lane]
  }

  #idle(lane: Lane): WorkerProcess | undefined {
    return this.#inLane(lane).find(({ job }) => !job)
  }

  #inLane(lane: Lane): WorkerProcess[] {
    return [...this.#processes].filter(process => process.lane === lane)
  }

  #tenants(): string[] {
    return [...this.#processes].flatMap(({ job }) => (job ? [job.tenant] : []))
  }

  #open(lane: Lane): WorkerProcess {
    const process = new WorkerProcess(lane, this.#options.memory, this)
    this.#processes.add(process)
    process.rest(this.#options.idle)
    return process
  }
}

/** Characters of the texts in it and bytes of its files; without these what of it lies in memory. */
export function sizeOf(value: unknown, files = true): number {
  if (typeof value === 'string' || ArrayBuffer.isView(value))
    return typeof value === 'string' ? value.length : value.byteLength
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof FileSource) return files ? value.size : 0
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each, files), 0)
}
