// How a command speaks: its result on stdout, all other words on stderr, as short lines or as one JSON document.
import type { Failure } from './failure.ts'
import { type Io, type Sink, write } from './io.ts'
import { Progress } from './progress.ts'

export class Output {
  /** One JSON document in place of lines. */
  readonly json: boolean
  readonly #stdout: Sink
  readonly #stderr: Sink

  constructor(io: Pick<Io, 'stdout' | 'stderr'>, json: boolean | undefined) {
    this.#stdout = io.stdout
    this.#stderr = io.stderr
    this.json = json ?? io.stdout.isTTY !== true
  }

  /** A person sits there and sees both streams. */
  get isTerminal(): boolean {
    return this.#stdout.isTTY === true
  }

  /** The result, and for people what they read beside it. */
  async answer(value: unknown, lines: readonly string[], talk: readonly string[] = []): Promise<void> {
    if (this.json) return write(this.#stdout, `${document(value)}\n`)
    await this.text(lines)
    for (const line of talk) await this.say(line)
  }

  /** One JSON line, for results that come one by one. */
  line(value: unknown): Promise<void> {
    return write(this.#stdout, `${document(value, 0)}\n`)
  }

  /** Lines of a result that is text in any case. */
  async text(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await write(this.#stdout, shownOn(this.#stdout, `${lines.join('\n')}\n`))
  }

  /** Words for a person; a program that reads JSON is spared. */
  async say(line: string): Promise<void> {
    if (!this.json) await this.warn(line)
  }

  /** Words that must not be lost. */
  warn(line: string): Promise<void> {
    return write(this.#stderr, shownOn(this.#stderr, `${line}\n`))
  }

  async fail({ document: problem, next }: Failure): Promise<void> {
    if (this.json) return write(this.#stderr, `${document(problem)}\n`)
    await this.warn(`recto: ${problem.detail}`)
    for (const line of next) await this.warn(line)
  }

  /** Where a transfer or a search has got to, shown while it lasts. */
  progress(): Progress {
    return new Progress(this.#stderr)
  }
}

/** JSON that a terminal shows as it is: JSON.stringify leaves C1 controls. */
const document = (value: unknown, indent = 2): string =>
  JSON.stringify(value ?? null, null, indent).replace(
    /[\u007f-\u009f]/g,
    letter => `\\u00${letter.charCodeAt(0).toString(16)}`,
  )

/** On a terminal the text of others comes without what would steer it or turn the direction of writing. */
const shownOn = (sink: Sink, text: string): string => (sink.isTTY ? plain(text) : text)

const plain = (text: string): string =>
  text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, letter =>
    letter === '\n' || letter === '\t' ? letter : '',
  )
