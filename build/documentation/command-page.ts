// The reference of the command line, from the same data as its help.
import { allOperations } from '../../src/operations/index.ts'
import type { Command } from '../../src/surfaces/cli/command-line/command.ts'
import { byHand } from '../../src/surfaces/cli/command-line/commands-by-hand.ts'
import { flagUsage, meaning, usageOf } from '../../src/surfaces/cli/command-line/help.ts'
import { manifestOf } from '../../src/surfaces/cli/command-line/manifest.ts'
import { examplesOf, themes } from '../../src/surfaces/cli/command-line/themes.ts'
import type { Source } from '../documentation.ts'
import { cell, table } from './table.ts'

export function commandPage(): Source[] {
  const commands: Command[] = [...byHand, ...manifestOf(allOperations).commands]
  const parts = themes.flatMap(({ title, commands: names }) => [
    `## ${title}`,
    ...commands
      .filter(({ name }) => Object.hasOwn(names, name))
      .map(command => commandText(command, examplesOf(command.name))),
  ])
  return [{ path: 'commands', markdown: `${opening}\n\n${parts.join('\n\n')}\n` }]
}

const opening = `# Commands

Every command of \`recto\`, with what it takes. [The command line](/docs/command-line) tells how they work together, and \`recto <command> --help\` says the same in a shell.`

const commandText = (command: Command, examples: readonly string[]): string =>
  [
    `### recto ${command.name}`,
    cell(command.summary),
    `\`recto ${usageOf(command)}\``,
    ...(command.positional.length + command.flags.length > 0 ? [flagTable(command)] : []),
    ...(command.more ?? []).map(line => line.replaceAll('<', '\\<')),
    ...(examples.length > 0 ? [`\`\`\`text\n${examples.join('\n')}\n\`\`\``] : []),
  ].join('\n\n')

const flagTable = ({ positional, flags }: Command): string =>
  table(
    ['Argument', 'Meaning'],
    [
      ...positional.map(flag => [`\`<${flag.name}>\``, cell(meaning(flag))]),
      ...flags.map(flag => [`\`${cell(flagUsage(flag))}\``, cell(meaning(flag))]),
    ],
  )
