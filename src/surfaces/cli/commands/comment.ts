// `recto comments add` and `recto comments reply`: words on a page, given on the line or through stdin.
import { gathered } from '../io.ts'
import { idOf, type Task } from '../task.ts'
import { formatAnswer } from '../terminal/answer-text.ts'

export async function addComment(task: Task): Promise<void> {
  const { client, io, manifest, values, output } = task
  const { body, quote, parentId } = values
  const words = body === '-' ? (await gathered(io.stdin)).toString('utf8').trimEnd() : body
  const input = { id: idOf(task, values.id), body: words, quote, parentId }
  const value = await client.call({ route: manifest.routes.addComment!, input })
  const { lines, talk } = formatAnswer('addComment', value, undefined)
  await output.answer(value, lines, talk)
}
