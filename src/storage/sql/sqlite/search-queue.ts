// The tasks that wait for the search process: each organization's searches take turns with those of others.
import type { ChildProcess } from 'node:child_process'
import { keepAwake, startModule } from '../../../child-program.ts'
import { Problem } from '../../../domain/problem.ts'
import { modulePath } from '../../../program-files.ts'
import { Executor } from '../engine/engine.ts'
import type { Compiled, Value } from '../engine/statement.ts'
import { translated } from './errors.ts'

/** Rows of a text with its values, or one portion of the index, answered by the number of its texts. */
export type Task = { sql: string; values: readonly Value[] } | { index: true }

interface Failure {
  message: string
  errcode?: number | undefined
}

export type Answer = { rows: unknown[] } | { failure: Failure }

/** Asks the process; answers rows. */
export type Send = (task: Task) => Promise<unknown[]>

interface Waiting {
  run(): Promise<void>
  reject(error: unknown): void
}

/** Milliseconds without work after which the process ends. */
const IDLE = 60_000

export class SearchQueue {
  readonly #file: string
  readonly #idle: number
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  #process: ChildProcess | null = null
  #running: Promise<void> | null = null
  #asked: PromiseWithResolvers<unknown[]> | null = null
  #rest: NodeJS.Timeout | undefined

  constructor(file: string, idle = IDLE) {
    this.#file = file
    this.#idle = idle
  }

  /** @param turn whose turn it takes: tasks of one name wait for each other, and never for many of another */
  ask(turn: string, task: Task): Promise<unknown[]> {
    return this.take(turn, send => send(task))
  }

  /** Runs the work in its turn; nobody else asks anything of the process until it is done. */
  take<T>(turn: string, work: (send: Send) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const run = () => work(task => this.#send(task)).then(resolve, reject)
    const before = this.#waiting.get(turn)
    if (before) before.push({ run, reject })
    else this.#waiting.set(turn, [{ run, reject }])
    this.#next()
    return promise
  }

  /** Refuses what waits, and ends the process once it is done with what it does. */
  async close(): Promise<void> {
    for (const { reject } of [...this.#waiting.values()].flat()) reject(ended())
    this.#waiting.clear()
    await this.#running
    const child = this.#process
    if (!child) return
    const gone = new Promise(resolve => child.once('exit', resolve))
    this.#dismiss(child)
    keepAwake(child, true)
    await gone
  }

  #next(): void {
    if (this.#running) return
    const [turn] = this.#waiting
    if (!turn) return
    const [name, works] = turn
    const { run } = works.shift()!
    this.#waiting.delete(name)
    if (works.length > 0) this.#waiting.set(name, works)
    this.#running = run().then(() => {
      this.#running = null
      this.#next()
    })
  }

  #send(task: Task): Promise<unknown[]> {
    const asked = Promise.withResolvers<unknown[]>()
    this.#asked = asked
    this.#process ??= this.#start()
    clearTimeout(this.#rest)
    keepAwake(this.#process, true)
    this.#process.send(task, () => {})
    return asked.promise
  }

  /** Started by the first task: many servers are asked nothing for a long time. */
  #start(): ChildProcess {
    const child = startModule(modulePath('storage/sql/sqlite/search-process'), [this.#file], [])
    child.on('message', (answer: Answer) => {
      this.#leave(child)
      if ('rows' in answer) this.#asked?.resolve(answer.rows)
      else this.#asked?.reject(errorOf(answer))
    })
    child.on('error', () => this.#ended(child))
    child.on('exit', () => this.#ended(child))
    return child
  }

  /** Unless work comes soon, the process ends; meanwhile it does not keep the program alive. */
  #leave(child: ChildProcess): void {
    keepAwake(child, false)
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.#dismiss(child), this.#idle).unref()
  }

  #dismiss(child: ChildProcess): void {
    clearTimeout(this.#rest)
    if (this.#process === child) this.#process = null
    child.send('end', () => {})
  }

  /** The task on its way fails with its process; the next one starts another. */
  #ended(child: ChildProcess): void {
    if (this.#process !== child) return
    this.#process = null
    clearTimeout(this.#rest)
    this.#asked?.reject(ended())
  }
}

const ended = () => new Problem('storage_unavailable', 'The search was ended. Try again.')

const errorOf = ({ failure }: { failure: Failure }): unknown =>
  translated(Object.assign(new Error(failure.message), failure))

/** The way to run the queries of one search, in the turn of who asks. */
export class SearchExecutor extends Executor {
  readonly #queue: SearchQueue
  readonly #turn: string

  constructor(
    engine: ConstructorParameters<typeof Executor>[0],
    compiled: Map<object, Compiled>,
    queue: SearchQueue,
    turn: string,
  ) {
    super(engine, compiled)
    this.#queue = queue
    this.#turn = turn
  }

  select(sql: string, values: readonly Value[]): Promise<unknown[]> {
    return this.#queue.ask(this.#turn, { sql, values })
  }

  modify(): Promise<number> {
    return Promise.reject(new Error('A search changes no rows.'))
  }
}
