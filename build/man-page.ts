// The manual page of the command line, in the man macros, from the same data as its help.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command, Flag } from '../src/surfaces/cli/command-line/command.ts'

type Help = typeof import('../src/surfaces/cli/command-line/help.ts')
type Themes = typeof import('../src/surfaces/cli/command-line/themes.ts')

/** Writes cli/recto.1 below the folder that holds the compiled program. */
export async function manPage(compiled: string): Promise<void> {
  const from = (path: string) => import(pathToFileURL(resolve(compiled, path)).href)
  const [{ manifestOf }, { allOperations }, { byHand }, help, themes] = await Promise.all([
    from('surfaces/cli/command-line/manifest.js'),
    from('operations/index.js'),
    from('surfaces/cli/command-line/commands-by-hand.js'),
    from('surfaces/cli/command-line/help.js'),
    from('surfaces/cli/command-line/themes.js'),
  ])
  const commands: Command[] = [...byHand, ...manifestOf(allOperations).commands]
  await writeFile(`${compiled}/cli/recto.1`, `${pageOf(commands, help, themes).join('\n')}\n`)
}

function pageOf(commands: readonly Command[], help: Help, { themes, examplesOf }: Themes): string[] {
  const lines = themes.flatMap(({ title, commands: names }) => [
    `.SS ${literal(title)}`,
    ...Object.keys(names).flatMap(name => {
      const command = commands.find(each => each.name === name)
      return command ? commandLines(command, help, examplesOf(name)) : []
    }),
  ])
  return [
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
    ...help.globalFlagsOf(false).flatMap(flag => tagged(help.flagUsage(flag), help.meaning(flag))),
    ...ending,
  ]
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

function commandLines(command: Command, help: Help, examples: readonly string[]): string[] {
  const rows = (flags: readonly Flag[], name: (flag: Flag) => string) =>
    flags.flatMap(flag => tagged(name(flag), help.meaning(flag)))
  return [
    '.PP',
    `.B recto ${literal(help.usageOf(command))}`,
    '.PP',
    literal(command.summary),
    '.RS',
    ...rows(command.positional, ({ name }) => `<${name}>`),
    ...rows(command.flags, help.flagUsage),
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
