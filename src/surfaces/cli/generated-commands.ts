// Every command that only carries an operation: its input from the command line, its answer as it came.
import type { GeneratedCommand } from './manifest.ts'
import { idOf, type Task } from './task.ts'
import { shown } from './words.ts'

export async function generatedCommands(task: Task, command: GeneratedCommand): Promise<void> {
  const { client, manifest, values, voice } = task
  const { baseVersion, ...input } = values
  const named = command.positional.some(place => place.field === 'id')
  const value = await client.call({
    route: manifest.routes[command.operation]!,
    input: named ? { ...input, id: idOf(task, values.id) } : input,
    ...(typeof baseVersion === 'number' && { base: baseVersion }),
  })
  const { lines, talk } = shown(command.operation, value, command.headline)
  await voice.answer(value, lines, talk)
}
