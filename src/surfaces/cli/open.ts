// `recto open`: prints the address of an artifact and opens it for a person at a terminal.
import { addressOf, idOf, type Task } from './task.ts'

export async function open(task: Task): Promise<void> {
  const { client, io, values, voice } = task
  const { shortId } = addressOf(task, String(values.id))
  const url = `${client.url}/${idOf(task, values.id)}`
  await voice.answer({ shortId, url }, [url])
  if (values.launch === true || (values.launch === undefined && voice.isTerminal && !voice.json))
    io.launch(url)
}
