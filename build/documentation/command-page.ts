// The reference of the command line, from the same data as its help.
import type { Command } from '../../src/surfaces/cli/command-line/command.ts'
import type { Compiled, Source } from '../documentation.ts'
import { cell, table } from './table.ts'

type Help = typeof import('../../src/surfaces/cli/command-line/help.ts')

export async function commandPage(compiled: Compiled): Promise<Source[]> {
  const room = 'surfaces/cli/command-line'
  const [{ manifestOf }, { allOperations }, { byHand }, help, { themes, examplesOf }] = await Promise.all([
    compiled<typeof import('../../src/surfaces/cli/command-line/manifest.ts')>(`${room}/manifest.js`),
    compiled<typeof import('../../src/operations/index.ts')>('operations/index.js'),
    compiled<typeof import('../../src/surfaces/cli/command-line/commands-by-hand.ts')>(
      `${room}/commands-by-hand.js`,
    ),
    compiled<Help>(`${room}/help.js`),
    compiled<typeof import('../../src/surfaces/cli/command-line/themes.ts')>(`${room}/themes.js`),
  ])
  const commands: Command[] = [...byHand, ...manifestOf(allOperations).commands]
  const parts = themes.flatMap(({ title, commands: names }) => [
    `## ${title}`,
    ...commands
      .filter(({ name }) => Object.hasOwn(names, name))
      .map(command => commandText(command, help, examplesOf(command.name))),
  ])
  return [{ path: 'commands', markdown: `${opening}\n\n${parts.join('\n\n')}\n` }]
}

const opening = `# Commands

Every command of \`recto\`, with what it takes. [The command line](/docs/command-line) tells how they work together, and \`recto <command> --help\` says the same in a shell.`

const commandText = (command: Command, help: Help, examples: readonly string[]): string =>
  [
    `### recto ${command.name}`,
    cell(command.summary),
    `\`recto ${help.usageOf(command)}\``,
    ...(command.positional.length + command.flags.length > 0 ? [flagTable(command, help)] : []),
    ...(command.more ?? []).map(line => line.replaceAll('<', '\\<')),
    ...(examples.length > 0 ? [`\`\`\`text\n${examples.join('\n')}\n\`\`\``] : []),
  ].join('\n\n')

const flagTable = ({ positional, flags }: Command, help: Help): string =>
  table(
    ['Argument', 'Meaning'],
    [
      ...positional.map(flag => [`\`<${flag.name}>\``, cell(help.meaning(flag))]),
      ...flags.map(flag => [`\`${cell(help.flagUsage(flag))}\``, cell(help.meaning(flag))]),
    ],
  )
