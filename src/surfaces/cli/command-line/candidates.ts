// The words that can stand at the end of an unfinished command line, for completion in shells.
import type { Command, Flag } from './command.ts'
import { globalFlagsOf, isLocal, meaning } from './help.ts'
import { groups } from './themes.ts'

/** A word and what it means. */
export type Candidate = readonly [word: string, meaning: string]

/** Says that the name of a file belongs there, which shells complete by themselves. */
const FILES = ':files'

/** Returns the candidates, one a line: the word and a tab before its meaning. Asks `shortIds` where an artifact belongs. */
export async function candidates(
  commands: readonly Command[],
  words: readonly string[],
  shortIds: () => Promise<readonly Candidate[]>,
): Promise<string[]> {
  const current = words.at(-1) ?? ''
  const found = await find(commands, words.slice(0, -1), { current, shortIds })
  if (found === FILES) return [FILES]
  return found.filter(([word]) => word.startsWith(current)).map(([word, text]) => `${word}\t${text}`)
}

interface Place {
  current: string
  shortIds(): Promise<readonly Candidate[]>
}

type Found = readonly Candidate[] | typeof FILES

async function find(commands: readonly Command[], before: readonly string[], place: Place): Promise<Found> {
  const [first, second] = before
  if (first === undefined) return firstWords(commands)
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`)
  if (command) return inCommand(command, before.slice(command.name.split(' ').length), place)
  return before.length === 1 ? secondWords(commands, first) : []
}

const firstWords = (commands: readonly Command[]): Candidate[] => [
  ...commands
    .filter(({ name }) => !name.includes(' '))
    .map(({ name, summary }): Candidate => [name, summary]),
  ...Object.entries(groups),
]

const secondWords = (commands: readonly Command[], group: string): Candidate[] =>
  commands
    .filter(({ name }) => name.startsWith(`${group} `))
    .map(({ name, summary }): Candidate => [name.slice(group.length + 1), summary])

function inCommand(
  command: Command,
  before: readonly string[],
  { current, shortIds }: Place,
): Found | Promise<Found> {
  const flags = [...command.flags, ...globalFlagsOf(isLocal(command.name))]
  const waiting = valueFlag(flags, before.at(-1))
  if (waiting) return valuesOf(waiting, shortIds)
  if (current.startsWith('-')) return flagsLeft(flags, before)
  const place = placeAt(command, wordsGiven(flags, before))
  return place ? valuesOf(place, shortIds) : []
}

/** The flag whose value comes next. */
const valueFlag = (flags: readonly Flag[], word: string | undefined): Flag | undefined =>
  flags.find(
    ({ name, letter, type }) =>
      type !== 'boolean' && word !== undefined && (word === `--${name}` || word === `-${letter}`),
  )

const flagsLeft = (flags: readonly Flag[], before: readonly string[]): Candidate[] =>
  flags
    .filter(({ name, type }) => type === 'list' || !before.includes(`--${name}`))
    .map((flag): Candidate => [`--${flag.name}`, meaning(flag)])

/** Counts the words that are given by position already. */
const wordsGiven = (flags: readonly Flag[], before: readonly string[]): number =>
  before.filter((word, index) => !word.startsWith('-') && !valueFlag(flags, before[index - 1])).length

function placeAt({ positional }: Command, count: number): Flag | undefined {
  const last = positional.at(-1)
  return positional[count] ?? (last?.type === 'list' ? last : undefined)
}

function valuesOf(flag: Flag, shortIds: Place['shortIds']): Found | Promise<Found> {
  const values = flag.values ?? flag.offered
  if (values) return values.map((value): Candidate => [value, flag.description ?? ''])
  if (flag.field === 'id' || flag.name === 'artifact') return shortIds()
  return flag.name === 'file' || flag.placeholder === 'file' ? FILES : []
}
