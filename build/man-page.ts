// The manual page of the command line, in the man macros, from the same data as its help.
import { allOperations } from '../src/operations/index.ts'
import type { Command, Flag } from '../src/surfaces/cli/command-line/command.ts'
import { byHand } from '../src/surfaces/cli/command-line/commands-by-hand.ts'
import { flagUsage, globalFlagsOf, meaning, usageOf } from '../src/surfaces/cli/command-line/help.ts'
import { manifestOf } from '../src/surfaces/cli/command-line/manifest.ts'
import { examplesOf, themes } from '../src/surfaces/cli/command-line/themes.ts'

/** The whole page. */
export function manPage(): string {
  const commands: Command[] = [...byHand, ...manifestOf(allOperations).commands]
  const lines = themes.flatMap(({ title, commands: names }) => [
    `.SS ${literal(title)}`,
    ...Object.keys(names).flatMap(name => {
      const command = commands.find(each => each.name === name)
      return command ? commandLines(command, examplesOf(name)) : []
    }),
  ])
  const page = [
    '.TH RECTO 1',
    '.SH NAME',
    'recto \\- publish one HTML or Markdown file and get its address',
    '.SH SYNOPSIS',
    '.B recto',
    '.I command',
    '[arguments and flags]',
    '.SH COMMANDS',
    ...lines,
    '.SH FLAGS OF EVERY COMMAND',
    ...globalFlagsOf(false).flatMap(flag => tagged(flagUsage(flag), meaning(flag))),
    ...ending,
  ]
  return `${page.join('\n')}\n`
}

const ending = [
  '.SH ENVIRONMENT',
  ...tagged('RECTO_URL', 'The server, where --url names none.'),
  ...tagged('RECTO_API_KEY', 'An API key; it goes before what recto login keeps.'),
  ...tagged('NO_COLOR', 'Shows no colours.'),
  ...tagged('RECTO_PAGER, PAGER', 'Shows long texts on a terminal; cat for none. Else less.'),
  '.SH EXIT STATUS',
  '0 ok, 1 other, 2 usage, 3 not signed in, 4 not allowed or not found, 5 conflict, 6 limit.',
]

function commandLines(command: Command, examples: readonly string[]): string[] {
  const rows = (flags: readonly Flag[], name: (flag: Flag) => string) =>
    flags.flatMap(flag => tagged(name(flag), meaning(flag)))
  return [
    '.PP',
    `.B recto ${literal(usageOf(command))}`,
    '.PP',
    literal(command.summary),
    '.RS',
    ...rows(command.positional, ({ name }) => `<${name}>`),
    ...rows(command.flags, flagUsage),
    ...(command.more ?? []).flatMap(line => ['.PP', literal(line)]),
    '.PP',
    '.nf',
    ...examples.map(literal),
    '.fi',
    '.RE',
  ]
}

function tagged(term: string, text: string): string[] {
  return ['.TP', `.B ${literal(term)}`, literal(text)]
}

/** A line as it stands: no escape, no macro at its beginning. */
function literal(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replace(/^[.']/, '\\&$&')
}
