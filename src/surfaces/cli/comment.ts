// `recto comments add` and `recto comments reply`: words on a page, given on the line or through stdin.
import { gathered } from './io.ts'
import { idOf, type Task } from './task.ts'
import { shown } from './words.ts'

export async function addComment(task: Task): Promise<void> {
  const { client, io, manifest, values, voice } = task
  const { body, quote, parentId } = values
  const words = body === '-' ? (await gathered(io.stdin)).toString('utf8').trimEnd() : body
  const input = { id: idOf(task, values.id), body: words, quote, parentId }
  const value = await client.call({ route: manifest.routes.addComment!, input })
  const { lines, talk } = shown('addComment', value, undefined)
  await voice.answer(value, lines, talk)
}
