// Every command that only carries an operation: its input from the command line, its answer as it came.
import type { GeneratedCommand } from '../command-line/manifest.ts'
import { usage } from '../failure.ts'
import { baseOf, idOf, type Task } from '../task.ts'
import { formatAnswer } from '../terminal/answer-text.ts'
import { withAudience } from '../terminal/audience.ts'
import { keepEdit, keepTrash } from './keep-edit.ts'

export async function generatedCommands(task: Task, command: GeneratedCommand): Promise<void> {
  const { output, values } = task
  const { baseVersion: _, all, ...given } = values
  const isNamed = command.positional.some(place => place.field === 'id')
  const input = isNamed ? { ...given, id: idOf(task, values.id) } : given
  const base = command.based ? baseOf(task) : undefined
  const value = all === true ? await allPages(task, command, input) : await call(task, command, input, base)
  if (base !== undefined) await keepEdit(task, base, value)
  if (trashes.has(command.operation)) await keepTrash(task, command.operation === 'delete')
  const { lines, talk, ...style } = formatAnswer(command.operation, value, command.headline)
  const told = changesAudience.has(command.operation) ? withAudience(value) : value
  await output.answer(told, lines, talk, style)
}

/** Operations after which other people can open something. */
const changesAudience: ReadonlySet<string> = new Set(['copy', 'claim', 'undelete'])

/** Operations that put an artifact into the trash or bring it back. */
const trashes: ReadonlySet<string> = new Set(['delete', 'undelete'])

type Input = Readonly<Record<string, unknown>>

const call = ({ client, manifest }: Task, { operation }: GeneratedCommand, input: Input, base?: number) =>
  client.call({ route: manifest.routes[operation]!, input, ...(base !== undefined && { base }) })

/** The answer for one page of a list. */
export interface Page {
  data: unknown[]
  nextCursor: string | null
}

async function allPages(task: Task, command: GeneratedCommand, input: Input): Promise<Page> {
  if (input.limit !== undefined)
    throw usage('--all answers every page, and --limit bounds one. Give one of them.')
  return collectPages(async cursor => {
    const page = await call(task, command, { ...input, limit: 100, ...(cursor !== undefined && { cursor }) })
    return page as Page
  })
}

/** The pages of a list as one. */
export async function collectPages(ask: (cursor: string | undefined) => Promise<Page>): Promise<Page> {
  const first = await ask(undefined)
  const data = [...first.data]
  for (let { nextCursor } = first; nextCursor; ) {
    const page = await ask(nextCursor)
    data.push(...page.data)
    nextCursor = page.nextCursor
  }
  return { ...first, data, nextCursor: null }
}
