// The command line in one function: finds the command, reads its arguments, runs it, and answers with an exit code.
import { readArguments } from './arguments.ts'
import { byHand } from './by-hand.ts'
import { rename, share } from './change.ts'
import { Client } from './client.ts'
import type { Command, Values } from './command.ts'
import { addComment } from './comment.ts'
import { edit } from './edit.ts'
import { events, watchComments } from './events.ts'
import { type ExitCode, Failure, usage } from './failure.ts'
import { generatedCommands } from './generated-commands.ts'
import { get } from './get.ts'
import { everywhere, helpOf, overview } from './help.ts'
import type { Io } from './io.ts'
import type { Manifest } from './manifest.ts'
import { open } from './open.ts'
import { Output } from './output.ts'
import { publish } from './publish.ts'
import type { Task } from './task.ts'

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
}

/** Runs one command line, without the word `recto`. Answers the exit code and never throws. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await run(argv, io)
  } catch (error) {
    const failure = error instanceof Failure ? error : unexpected(error)
    await new Output(io, wantsJson(argv)).fail(failure)
    return failure.exit
  }
}

/** Whether a failure is JSON, also for a command line that cannot be read. */
const wantsJson = (argv: readonly string[]): boolean | undefined =>
  argv.includes('--json') ? true : argv.includes('--no-json') ? false : undefined

const unexpected = (error: unknown): Failure =>
  new Failure(1, { code: 'failed', detail: error instanceof Error ? error.message : String(error) })

async function run(argv: readonly string[], io: Io): Promise<number> {
  const [first = 'help'] = argv
  if (first === '--version' || first === '-V') return say(io, [io.version])
  const manifest = await io.manifest()
  const commands = [...byHand, ...manifest.commands]
  if (first === '--help' || first === '-h' || first === 'help')
    return help(io, manifest, commands, argv.slice(1))
  const { command, words } = find(commands, argv)
  const isLocal = /^(serve|admin)\b/.test(command.name)
  const values = readArguments(command, everywhere(isLocal), words)
  if (values.help) return say(io, helpOf(command, manifest))
  return isLocal ? local(io, command, values) : remote(io, command, values, manifest)
}

async function say(io: Io, lines: readonly string[]): Promise<ExitCode> {
  await new Output(io, false).text(lines)
  return 0
}

async function help(
  io: Io,
  manifest: Manifest,
  commands: readonly Command[],
  words: readonly string[],
): Promise<ExitCode> {
  const name = words.filter(word => !word.startsWith('-')).join(' ')
  const found = commands.filter(command => command.name === name || command.name.startsWith(`${name} `))
  if (words.includes('--json')) await new Output(io, true).answer(name === '' ? commands : found, [])
  else if (name === '') await say(io, overview(commands))
  else if (found.length === 0) throw unknown(commands, name)
  else
    await say(
      io,
      found.flatMap((command, index) => [...(index > 0 ? [''] : []), ...helpOf(command, manifest)]),
    )
  return 0
}

/** The command the line begins with: one word, or two. */
function find(commands: readonly Command[], argv: readonly string[]): { command: Command; words: string[] } {
  const [first = '', second = ''] = argv
  for (const [name, rest] of [
    [`${first} ${second}`, argv.slice(2)],
    [first, argv.slice(1)],
  ] as const) {
    const command = commands.find(each => each.name === name)
    if (command) return { command, words: [...rest] }
  }
  throw unknown(commands, first)
}

function unknown(commands: readonly Command[], word: string): Failure {
  const inside = commands.filter(({ name }) => name.startsWith(`${word} `)).map(({ name }) => name)
  const near =
    inside.length > 0 ? inside : commands.map(({ name }) => name).filter(name => isNear(name, word))
  const hint = near.length > 0 ? ` There is: ${near.join(', ')}.` : ''
  return usage(`There is no command "${word}".${hint} recto help lists them all.`)
}

const isNear = (name: string, word: string): boolean =>
  word.length > 1 && (name.startsWith(word.slice(0, 2)) || name.includes(word))

async function remote(io: Io, command: Command, values: Values, manifest: Manifest): Promise<ExitCode> {
  const voice = new Output(io, values.json as boolean | undefined)
  const client = new Client(io.env, values, io.version)
  const task = { io, values, voice, client, manifest }
  const program = programs[command.name]
  if (program) await program(task)
  else await generatedCommands(task, manifest.commands.find(({ name }) => name === command.name)!)
  return 0
}

/** Commands that need this machine, not a server. */
async function local(io: Io, { name }: Command, values: Values): Promise<number> {
  if (name === 'serve') return io.serve()
  const voice = new Output(io, values.json as boolean | undefined)
  const progress = voice.progress()
  const { value, lines, ok } = await io
    .administer({ command: name, input: values, progress: line => progress.show(line) })
    .finally(() => progress.end())
  await voice.answer(value, lines)
  return ok ? 0 : 1
}
