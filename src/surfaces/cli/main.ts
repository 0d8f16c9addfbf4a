// The command line in one function: finds the command, reads its arguments, runs it, and answers with an exit code.
import { placeIn, readArguments } from './command-line/arguments.ts'
import { candidates } from './command-line/candidates.ts'
import type { Command, Values } from './command-line/command.ts'
import { byHand } from './command-line/commands-by-hand.ts'
import { commandsOf, findCommand, unknownCommand } from './command-line/find-command.ts'
import { globalFlagsOf, groupHelp, helpOf, isHeading, isLocal, overview } from './command-line/help.ts'
import { inFlags } from './command-line/in-flags.ts'
import type { Manifest } from './command-line/manifest.ts'
import { examplesOf, groups } from './command-line/themes.ts'
import { api } from './commands/api.ts'
import { addComment } from './commands/comment.ts'
import { COMPLETE, completion, knownShortIds } from './commands/completion.ts'
import { listConfig, setConfig, unsetConfig, useProfile } from './commands/config.ts'
import { conformance } from './commands/conformance.ts'
import { edit } from './commands/edit.ts'
import { events, watchComments } from './commands/events.ts'
import { generatedCommands } from './commands/generated-commands.ts'
import { get } from './commands/get.ts'
import { login, logout, whoami } from './commands/login.ts'
import { mcp } from './commands/mcp.ts'
import { open } from './commands/open.ts'
import { publish } from './commands/publish.ts'
import { rename, share } from './commands/share.ts'
import { installSkill } from './commands/skill.ts'
import { type ExitCode, Failure } from './failure.ts'
import type { Io } from './io.ts'
import { Client } from './server/client.ts'
import type { Task } from './task.ts'
import { jqFilter } from './terminal/jq-filter.ts'
import { Output } from './terminal/output.ts'

const programs: Readonly<Record<string, (task: Task) => Promise<void>>> = {
  publish,
  get,
  edit,
  share,
  rename,
  'comments add': addComment,
  'comments reply': addComment,
  'comments watch': watchComments,
  events,
  open,
  api,
  completion,
  mcp,
  conformance,
  'skill install': installSkill,
  login,
  logout,
  whoami,
  'config list': listConfig,
  'config set': setConfig,
  'config unset': unsetConfig,
  'config use': useProfile,
}

/** Runs one command line, without the word `recto`. Answers the exit code and never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await run(argv, io)
  } catch (error) {
    const failure = error instanceof Failure ? error : unexpected(error)
    await new Output(io, { json: wantsJson(argv) }).fail(failure)
    return failure.exit
  }
}

/** Tells whether a failure is JSON, also for a command line that cannot be read. */
const wantsJson = (argv: readonly string[]): boolean | undefined =>
  argv.includes('--json') ? true : argv.includes('--no-json') ? false : undefined

const unexpected = (error: unknown): Failure =>
  new Failure(1, { code: 'failed', detail: error instanceof Error ? error.message : String(error) })

async function run(argv: readonly string[], io: Io): Promise<number> {
  const [first = 'help'] = argv
  if (first === '--version' || first === '-V') return say(io, [io.version])
  const manifest = await io.manifest()
  const commands = [...byHand, ...manifest.commands]
  if (first === COMPLETE) return complete(io, manifest, commands, argv.slice(1))
  if (first === '--help' || first === '-h' || first === 'help')
    return help(io, manifest, commands, argv.slice(1))
  const found = findCommand(commands, argv)
  if ('group' in found) return say(io, groupHelp(commands, found.group))
  const { command, words } = found
  const values = readArguments(command, globalFlagsOf(isLocal(command.name)), words)
  if (values.help) return say(io, helpOf(command, manifest))
  const output = await outputOf(io, values)
  if (isLocal(command.name)) return local(io, command, values, output)
  return remote({ io, values, output, client: new Client(io, values), manifest }, command).catch(error => {
    throw error instanceof Failure ? inFlags(error, command) : error
  })
}

/** Prints what can stand where the line ends; says nothing where that is unknown. */
async function complete(
  io: Io,
  manifest: Manifest,
  commands: readonly Command[],
  words: readonly string[],
): Promise<ExitCode> {
  const found = await candidates(commands, words, () =>
    knownShortIds({ io, client: new Client(io, placeIn(words)), manifest }),
  )
  await new Output(io, { json: false }).text(found)
  return 0
}

async function outputOf(io: Io, { json, jq }: Values): Promise<Output> {
  const filter = typeof jq === 'string' ? jqFilter(await io.jq(), jq) : undefined
  return new Output(io, { json: json as boolean | undefined, filter })
}

async function say(io: Io, lines: readonly string[]): Promise<ExitCode> {
  await new Output(io, { json: false }).text(lines, line => (isHeading(line) ? 'bold' : undefined))
  return 0
}

async function help(
  io: Io,
  manifest: Manifest,
  commands: readonly Command[],
  words: readonly string[],
): Promise<ExitCode> {
  const name = words.filter(word => !word.startsWith('-')).join(' ')
  if (words.includes('--json')) return helpDocument(io, commands, name)
  if (name === '') return say(io, overview(commands))
  if (Object.hasOwn(groups, name)) return say(io, groupHelp(commands, name))
  const command = commands.find(each => each.name === name)
  if (!command) throw unknownCommand(commands, name)
  return say(io, helpOf(command, manifest))
}

/** All commands as data, or one, or those of a group. */
async function helpDocument(io: Io, commands: readonly Command[], name: string): Promise<ExitCode> {
  const found = commands.filter(command => name === '' || command.name === name)
  const told = (found.length > 0 ? found : commandsOf(commands, name)).map(command => ({
    ...command,
    examples: examplesOf(command.name),
  }))
  await new Output(io, { json: true }).answer(told, [])
  return 0
}

async function remote(task: Task, command: Command): Promise<ExitCode> {
  const program = programs[command.name]
  if (program) await program(task)
  else await generatedCommands(task, task.manifest.commands.find(({ name }) => name === command.name)!)
  return 0
}

/** Commands that need this machine, not a server. */
async function local(io: Io, { name }: Command, values: Values, output: Output): Promise<number> {
  if (name === 'serve') return io.serve()
  const progress = output.progress()
  const { value, lines, ok } = await io
    .administer({ command: name, input: values, progress: line => progress.show(line) })
    .finally(() => progress.end())
  await output.answer(value, lines)
  return ok ? 0 : 1
}
