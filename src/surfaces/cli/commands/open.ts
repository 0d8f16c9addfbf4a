// `recto open`: prints the address of an artifact and opens it for a person at a terminal.
import { addressOf, idOf, type Task } from '../task.ts'

export async function open(task: Task): Promise<void> {
  const { client, io, values, output } = task
  const { shortId } = addressOf(task, String(values.id))
  const url = `${client.url}/${idOf(task, values.id)}`
  await output.answer({ shortId, url }, [url])
  if (values.launch === true || (values.launch === undefined && output.isTerminal && !output.json))
    io.launch(url)
}
