// Reads a command line by what the command takes; everything unclear is refused before anything is sent.
import type { Command, Flag, Values } from './command.ts'
import { usage } from './failure.ts'

/**
 * The values given. `--flag value`, `--flag=value`, `--no-flag`, `-o value`, `--` before words that begin with a dash.
 * @throws Failure with exit code 2
 */
export function readArguments(
  command: Command,
  everywhere: readonly Flag[],
  words: readonly string[],
): Values {
  const reading = new Reading(command, [...command.flags, ...everywhere])
  const rest = [...words]
  while (rest.length > 0) reading.take(rest)
  return reading.finish()
}

class Reading {
  readonly #command: Command
  readonly #flags: readonly Flag[]
  readonly #values: Record<string, unknown> = {}
  readonly #words: string[] = []

  constructor(command: Command, flags: readonly Flag[]) {
    this.#command = command
    this.#flags = flags
  }

  /** Takes the next word, and the value after it where it needs one. */
  take(rest: string[]): void {
    const word = rest.shift()!
    if (word === '--') this.#words.push(...rest.splice(0))
    else if (/^--./.test(word)) this.#long(word, rest)
    else if (/^-[^\d-]/.test(word)) this.#short(word, rest)
    else this.#words.push(word)
  }

  #long(word: string, rest: string[]): void {
    const [, name = '', text] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    const flag = this.#flags.find(each => each.name === name)
    if (!flag) this.#deny(name, text)
    else this.#set(flag, flag.type === 'boolean' ? switched(flag, text) : (text ?? next(word, rest)))
  }

  #deny(name: string, text: string | undefined): void {
    const denied = this.#flags.find(each => each.type === 'boolean' && `no-${each.name}` === name)
    if (!denied || text !== undefined) throw this.#unknown(`--${name}`)
    this.#set(denied, false)
  }

  #short(word: string, rest: string[]): void {
    const flag = this.#flags.find(each => each.letter === word[1])
    if (!flag) throw this.#unknown(word)
    if (flag.type === 'boolean' && word.length > 2) throw this.#unknown(word)
    this.#set(flag, flag.type === 'boolean' ? true : word.slice(2) || next(word, rest))
  }

  #set(flag: Flag, given: string | boolean): void {
    if (flag.type === 'list') {
      this.#values[flag.field] = [...((this.#values[flag.field] as unknown[]) ?? []), given]
      return
    }
    if (flag.field in this.#values) throw usage(`--${flag.name} was given twice. Give it once.`)
    this.#values[flag.field] = readValue(flag, `--${flag.name}`, given)
  }

  /** Places the words by position and asks for what is missing. */
  finish(): Values {
    const left = [...this.#words]
    for (const place of this.#command.positional) this.#place(place, left)
    if (left.length > 0) throw this.#refuse(`There is nothing to do with "${left[0]}".`)
    const wanted = [...this.#command.positional, ...this.#command.flags].filter(flag => flag.required)
    const missing = wanted.find(flag => !(flag.field in this.#values) && !this.#values.help)
    if (missing) throw this.#refuse(`${nameOf(this.#command, missing)} is missing.`)
    return this.#values
  }

  #place(place: Flag, left: string[]): void {
    if (left.length === 0) return
    this.#values[place.field] =
      place.type === 'list' ? left.splice(0) : readValue(place, `<${place.name}>`, left.shift()!)
  }

  #unknown(word: string): Error {
    return this.#refuse(`There is no ${word} in recto ${this.#command.name}.`)
  }

  #refuse(what: string): Error {
    return usage(`${what} See: recto ${this.#command.name} --help`)
  }
}

const nameOf = (command: Command, flag: Flag): string =>
  command.positional.includes(flag) ? `<${flag.name}>` : `--${flag.name}`

/** A value that looks like a flag is more likely a forgotten value: `--name --public` must not swallow a flag. */
function next(word: string, rest: string[]): string {
  const text = rest.shift()
  if (text !== undefined && !/^--./.test(text)) return text
  throw usage(
    `${word} needs a value${text === undefined ? '' : `; for one that begins with dashes write ${word}=${text}`}.`,
  )
}

function switched(flag: Flag, text: string | undefined): boolean {
  if (text === undefined || text === 'true') return true
  if (text === 'false') return false
  throw usage(`--${flag.name} is a switch: write --${flag.name} or --no-${flag.name}.`)
}

/** The value of a text; versions may be written as they are shown, `v3`. */
function readValue(flag: Flag, shown: string, given: string | boolean): unknown {
  if (typeof given === 'boolean') return given
  if (flag.values && !flag.values.includes(given))
    throw usage(`${shown} is "${given}"; it must be one of ${flag.values.join(', ')}.`)
  if (flag.type !== 'integer') return given
  if (/^(v?\d{1,15}|-\d{1,15})$/.test(given)) return Number(given.replace(/^v/, ''))
  throw usage(`${shown} is "${given}"; it must be a whole number.`)
}
