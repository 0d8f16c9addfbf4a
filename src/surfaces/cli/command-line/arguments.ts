// Reads a command line by what the command takes; everything unclear is refused before anything is sent.
import { parseArgs } from 'node:util'
import { nearestOf } from '../../nearest-word.ts'
import { usage } from '../failure.ts'
import type { Command, Flag, Values } from './command.ts'

/**
 * The values given. `--flag value`, `--flag=value`, `--no-flag`, `-o value`, `--` before words that begin with a dash.
 * @throws Failure with exit code 2
 */
export function readArguments(
  command: Command,
  everywhere: readonly Flag[],
  words: readonly string[],
): Values {
  const flags = [...command.flags, ...everywhere]
  const reading = new Reading(command, flags)
  for (const token of tokensOf(flags, words)) reading.take(token)
  return reading.finish()
}

/** The server and the profile that an unfinished line names. */
export function placeIn(words: readonly string[]): Values {
  const options = { url: { type: 'string' }, profile: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...words], options, strict: false })
  return Object.fromEntries(['url', 'profile'].map(name => [name, stated(values[name])]))
}

const stated = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A word such as `-3` is a number, not a group of letters: it is read apart. */
function tokensOf(flags: readonly Flag[], words: readonly string[]): Token[] {
  const options = Object.fromEntries(flags.map(flag => [flag.name, optionOf(flag)]))
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true })
  const isNumber = ({ kind, index }: Token) => kind === 'option' && /^-\d/.test(words[index]!)
  return tokens.flatMap((token, at) => {
    if (!isNumber(token)) return [token]
    const { index } = token
    return tokens[at - 1]?.index === index ? [] : [{ kind: 'positional', index, value: words[index]! }]
  })
}

const optionOf = ({ type, letter }: Flag): { type: 'boolean' | 'string'; short?: string } => ({
  type: type === 'boolean' ? 'boolean' : 'string',
  ...(letter && { short: letter }),
})

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

class Reading {
  readonly #command: Command
  readonly #flags: readonly Flag[]
  readonly #values: Record<string, unknown> = {}
  readonly #words: string[] = []

  constructor(command: Command, flags: readonly Flag[]) {
    this.#command = command
    this.#flags = flags
  }

  take(token: Token): void {
    if (token.kind === 'positional') this.#words.push(token.value)
    else if (token.kind === 'option') this.#option(token)
  }

  #option({ name, rawName, value, inlineValue }: OptionToken): void {
    const flag = this.#flags.find(each => each.name === name)
    if (!flag) this.#deny(name, rawName, value)
    else this.#set(flag, flag.type === 'boolean' ? switched(flag, value) : given(rawName, value, inlineValue))
  }

  #deny(name: string, rawName: string, value: string | undefined): void {
    const denied = this.#flags.find(each => each.type === 'boolean' && `no-${each.name}` === name)
    if (!denied || value !== undefined) throw this.#unknown(rawName)
    this.#set(denied, false)
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
    const near = nearestOf(
      word.replace(/^--?(no-)?/, ''),
      this.#flags.map(({ name }) => name),
    )
    const meant = near === null ? '' : ` Did you mean --${near}?`
    return this.#refuse(`There is no ${word} in recto ${this.#command.name}.${meant}`)
  }

  #refuse(what: string): Error {
    return usage(`${what} See: recto ${this.#command.name} --help`)
  }
}

const nameOf = (command: Command, flag: Flag): string =>
  command.positional.includes(flag) ? `<${flag.name}>` : `--${flag.name}`

/** A value that looks like a flag is more likely a forgotten value: `--name --public` must not swallow a flag. */
function given(flag: string, value: string | undefined, isInline: boolean | undefined): string {
  if (value !== undefined && (isInline || !/^--./.test(value))) return value
  throw usage(
    `${flag} needs a value${value === undefined ? '' : `; for one that begins with dashes write ${flag}=${value}`}.`,
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
