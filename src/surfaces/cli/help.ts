// Help, written from the same data that the command line is read by.
import { globalFlags } from './by-hand.ts'
import type { Command, Flag } from './command.ts'
import type { Manifest } from './manifest.ts'

/** All commands, one line each. */
export function overview(commands: readonly Command[]): string[] {
  const rows = commands.map((command): [string, string] => [usageOf(command), command.summary])
  return [
    'Recto publishes one HTML or Markdown file and gives it an address.',
    '',
    ...table(rows),
    '',
    'recto <command> --help says more of one. RECTO_API_KEY signs you in; RECTO_URL or --url names the server.',
    'Exit codes: 0 ok, 1 other, 2 usage, 3 not signed in, 4 not allowed or not found, 5 conflict, 6 limit.',
  ]
}

/** One command with everything it takes. */
export function helpOf(command: Command, { settings }: Pick<Manifest, 'settings'>): string[] {
  const isLocal = /^(serve|admin)\b/.test(command.name)
  return [
    `recto ${usageOf(command)}`,
    command.summary,
    ...section(command.positional.map((flag): [string, string] => [`<${flag.name}>`, meaning(flag)])),
    ...section(command.flags.map((flag): [string, string] => [flagUsage(flag), meaning(flag)])),
    ...section(everywhere(isLocal).map((flag): [string, string] => [flagUsage(flag), meaning(flag)])),
    ...(command.more ? ['', ...command.more] : []),
    ...(isLocal
      ? section(settings.map((each): [string, string] => [each.name, `${each.meaning} (${each.fallback})`]))
      : []),
  ]
}

/** Commands of this machine speak to no server. */
export const everywhere = (isLocal: boolean): readonly Flag[] =>
  isLocal ? globalFlags.filter(({ name }) => name === 'json' || name === 'help') : globalFlags

function usageOf({ name, positional }: Command): string {
  const places = positional.map(place => {
    const text = place.type === 'list' ? `<${place.name}> …` : `<${place.name}>`
    return place.required ? text : `[${text}]`
  })
  return [name, ...places].join(' ')
}

function flagUsage({ name, letter, type, placeholder, values }: Flag): string {
  const value = type === 'boolean' ? '' : ` <${placeholder ?? values?.join('|') ?? valueName(type)}>`
  return `${letter ? `-${letter}, ` : ''}--${name}${value}`
}

const valueName = (type: Flag['type']): string => (type === 'integer' ? 'n' : 'text')

const meaning = ({ description, required, type }: Flag): string =>
  [description ?? '', required && type !== 'list' ? '(required)' : ''].join(' ').trim()

const section = (rows: [string, string][]): string[] => (rows.length === 0 ? [] : ['', ...table(rows)])

function table(rows: readonly [string, string][]): string[] {
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())
}
