// The output of a command: its result on stdout, all other words on stderr, as short lines or as one JSON document.
import { plain, plainLines } from '../../../domain/plain-text.ts'
import type { Failure } from '../failure.ts'
import { type Io, type Sink, write } from '../io.ts'
import { type Color, colored, wantsColor } from './colors.ts'
import type { JqFilter } from './jq-filter.ts'
import { Progress } from './progress.ts'

/** Returns the colour of a line, by what it says. */
export type LineColor = (line: string) => Color | undefined

/** The look of an answer's lines. */
export interface LineStyle {
  color?: LineColor | undefined
  /** The lines are a text of somebody, kept as it is where no terminal shows it. */
  isExact?: true | undefined
}

interface Options {
  /** True where JSON was asked for, false where declined; undefined leaves it to the terminal. */
  json?: boolean | undefined
  /** Filter whose output is printed in place of the whole JSON. */
  filter?: JqFilter | undefined
}

export class Output {
  /** True where the output is one JSON document in place of lines. */
  readonly json: boolean
  readonly #io: Io
  readonly #stdout: Sink
  readonly #stderr: Sink
  readonly #filter: JqFilter | undefined

  constructor(io: Io, { json, filter }: Options) {
    this.#io = io
    this.#stdout = io.stdout
    this.#stderr = io.stderr
    this.#filter = filter
    this.json = filter !== undefined || (json ?? io.stdout.isTTY !== true)
  }

  /** A person sits there and sees both streams. */
  get isTerminal(): boolean {
    return this.#stdout.isTTY === true
  }

  /** The result, and for people what they read beside it. What stands in a line comes from others and never makes another one. */
  async answer(
    value: unknown,
    lines: readonly string[],
    talk: readonly string[] = [],
    { color, isExact }: LineStyle = {},
  ): Promise<void> {
    if (this.json) return this.#document(value, 2)
    await this.text(isExact ? lines : lines.map(plain), color)
    for (const line of talk) await this.say(line)
  }

  /** Writes one JSON line, for results that come one by one. */
  line(value: unknown): Promise<void> {
    return this.#document(value, 0)
  }

  async #document(value: unknown, indent: number): Promise<void> {
    const text = this.#filter ? this.#filter(value) : `${jsonText(value, indent)}\n`
    if (text !== '') await write(this.#stdout, this.#filter ? shownOn(this.#stdout, text) : text)
  }

  /** Lines of a result that is text in any case. What does not fit the screen goes through the pager. */
  async text(lines: readonly string[], color?: LineColor): Promise<void> {
    if (lines.length === 0) return
    const text = shownOn(this.#stdout, `${lines.join('\n')}\n`)
    const painted = color && wantsColor(this.#stdout, this.#io.env) ? paint(text, color) : text
    if (this.#isLong(text) && (await this.#io.page(painted))) return
    await write(this.#stdout, painted)
  }

  #isLong(text: string): boolean {
    const { isTTY, rows } = this.#stdout
    return isTTY === true && Boolean(rows) && text.split('\n').length > rows!
  }

  /** Words for a person; a program that reads JSON is spared. */
  async say(line: string): Promise<void> {
    if (!this.json) await this.warn(line)
  }

  /** Words that must not be lost. */
  warn(line: string): Promise<void> {
    return write(this.#stderr, `${plain(line)}\n`)
  }

  async fail({ document: problem, next }: Failure): Promise<void> {
    if (this.json) {
      const told = next.length > 0 ? { ...problem, next } : problem
      return write(this.#stderr, `${jsonText(told, 2)}\n`)
    }
    const name = wantsColor(this.#stderr, this.#io.env) ? colored('recto:', 'red') : 'recto:'
    await write(this.#stderr, `${name} ${plainLines(problem.detail).replaceAll('\n', '\n  ')}\n`)
    for (const line of next) await this.warn(line)
  }

  /** Returns the display of how far a transfer or a search has got, shown while it lasts. */
  progress(): Progress {
    return new Progress(this.#stderr)
  }
}

/** The same JSON, with escapes for what JSON.stringify leaves and a terminal or a reader of lines would obey: controls, line separators, marks of direction. */
export const jsonText = (value: unknown, indent: number): string =>
  JSON.stringify(value ?? null, null, indent).replace(
    /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const paint = (text: string, color: LineColor): string =>
  text
    .split('\n')
    .map(line => {
      const found = color(line)
      return found ? colored(line, found) : line
    })
    .join('\n')

/** Returns the text for a sink; a terminal gets it without marks that would steer it or turn the direction of writing. */
const shownOn = (sink: Sink, text: string): string => (sink.isTTY ? plainLines(text) : text)
