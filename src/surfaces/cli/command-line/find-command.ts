// Finds the command or the group of commands that a line begins with.
import { nearestOf } from '../../nearest-word.ts'
import { type Failure, usage } from '../failure.ts'
import type { Command } from './command.ts'
import { groups } from './themes.ts'

export type Found = { command: Command; words: readonly string[] } | { group: string }

/**
 * One word names a command or a group, two a command of a group. A group alone is asked for its help.
 * @throws Failure with exit code 2, which names what is near
 */
export function findCommand(commands: readonly Command[], argv: readonly string[]): Found {
  const [first = '', second] = argv
  const named = (name: string) => commands.find(each => each.name === name)
  const inGroup = named(`${first} ${second}`)
  if (inGroup) return { command: inGroup, words: argv.slice(2) }
  const command = named(first)
  if (command) return { command, words: argv.slice(1) }
  if (!Object.hasOwn(groups, first)) throw unknownCommand(commands, first)
  if (second === undefined || second === '--help' || second === '-h' || second === 'help')
    return { group: first }
  throw unknownCommand(commands, `${first} ${second}`)
}

export const commandsOf = (commands: readonly Command[], group: string): Command[] =>
  commands.filter(({ name }) => name.startsWith(`${group} `))

export function unknownCommand(commands: readonly Command[], name: string): Failure {
  const known = [...commands.map(command => command.name), ...Object.keys(groups)]
  const near = nearestOf(name, known) ?? nearestOf(name, lastWords(commands)) ?? null
  const meant = near === null ? null : (known.find(each => each === near) ?? wholeName(commands, near))
  const [group = ''] = name.split(' ')
  const list = Object.hasOwn(groups, group)
    ? `recto ${group} lists what there is.`
    : 'recto help lists them all.'
  return usage(
    `There is no command "${name}".${meant === null ? '' : ` Did you mean recto ${meant}?`} ${list}`,
  )
}

/** The second words of groups: whoever writes `recto resolve` means `recto comments resolve`. */
const lastWords = (commands: readonly Command[]): string[] =>
  commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[1]!] : []))

const wholeName = (commands: readonly Command[], last: string): string | null =>
  commands.find(({ name }) => name.endsWith(` ${last}`))?.name ?? null
