// Help, written from the same data that the command line is read by.
import type { Command, Flag } from './command.ts'
import { commandsOf } from './find-command.ts'
import { globalFlags } from './global-flags.ts'
import type { Manifest } from './manifest.ts'
import { examplesOf, groups, themes } from './themes.ts'

type Row = [left: string, right: string]

/** All commands by theme, one line each. */
export function overview(commands: readonly Command[]): string[] {
  const rows = themes.map(({ title, commands: names }) => ({
    title,
    rows: Object.keys(names).flatMap(name => rowsOf(commands.filter(command => command.name === name))),
  }))
  const width = widthOf(rows.flatMap(theme => theme.rows))
  return [
    'Recto publishes one HTML or Markdown file and gives it an address.',
    '',
    ...rows.flatMap(theme => [theme.title, ...table(theme.rows, width), '']),
    'recto <command> --help says more of one and shows examples; so does recto comments of its group.',
    'RECTO_API_KEY signs you in; RECTO_URL or --url names the server.',
    'Exit codes: 0 ok, 1 other, 2 usage, 3 not signed in, 4 not allowed or not found, 5 conflict, 6 limit.',
  ]
}

/** The commands of a group. */
export function groupHelp(commands: readonly Command[], group: string): string[] {
  const inside = commandsOf(commands, group)
  return [
    `recto ${group} <command>`,
    groups[group]!,
    '',
    'Commands',
    ...table(rowsOf(inside)),
    ...examples(inside.flatMap(({ name }) => examplesOf(name).slice(0, 1))),
    '',
    `recto ${group} <command> --help says more of one.`,
  ]
}

/** Returns the help of one command, with everything it takes. */
export function helpOf(command: Command, { settings }: Pick<Manifest, 'settings'>): string[] {
  const local = isLocal(command.name)
  return [
    `recto ${usageOf(command)}`,
    command.summary,
    ...section(
      'Arguments',
      command.positional.map((flag): Row => [`<${flag.name}>`, meaning(flag)]),
    ),
    ...section('Flags', command.flags.map(flagRow)),
    ...section('Flags of every command', globalFlagsOf(local).map(flagRow)),
    ...(command.more ? ['', ...command.more] : []),
    ...examples(examplesOf(command.name)),
    ...(local
      ? section(
          'Settings',
          settings.map((each): Row => [each.name, `${each.meaning} (${each.fallback})`]),
        )
      : []),
  ]
}

/** A line that stands above others; a terminal shows it bold. */
export const isHeading = (line: string): boolean => /^[A-Z][a-z]+( [a-z]+)*$/.test(line)

/** Tells whether a command runs on the server's own machine and speaks to no server. */
export const isLocal = (name: string): boolean => /^(serve|admin)\b/.test(name)

export const globalFlagsOf = (local: boolean): readonly Flag[] =>
  local ? globalFlags.filter(({ name }) => ['json', 'jq', 'help'].includes(name)) : globalFlags

const rowsOf = (commands: readonly Command[]): Row[] =>
  commands.map((command): Row => [usageOf(command), command.summary])

const flagRow = (flag: Flag): Row => [flagUsage(flag), meaning(flag)]

const examples = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', 'Examples', ...lines.map(line => `  ${line}`)]

export function usageOf({ name, positional }: Command): string {
  const places = positional.map(place => {
    const text = place.type === 'list' ? `<${place.name}> …` : `<${place.name}>`
    return place.required ? text : `[${text}]`
  })
  return [name, ...places].join(' ')
}

export function flagUsage({ name, letter, type, placeholder, values }: Flag): string {
  const value = type === 'boolean' ? '' : ` <${placeholder ?? values?.join('|') ?? valueName(type)}>`
  return `${letter ? `-${letter}, ` : ''}--${name}${value}`
}

const valueName = (type: Flag['type']): string => (type === 'integer' ? 'n' : 'text')

export const meaning = ({ description, required, type }: Flag): string =>
  [description ?? '', required && type !== 'list' ? '(required)' : ''].join(' ').trim()

const section = (title: string, rows: Row[]): string[] =>
  rows.length === 0 ? [] : ['', title, ...table(rows)]

const widthOf = (rows: readonly Row[]): number => Math.min(38, Math.max(...rows.map(([left]) => left.length)))

const table = (rows: readonly Row[], width = widthOf(rows)): string[] =>
  rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())
