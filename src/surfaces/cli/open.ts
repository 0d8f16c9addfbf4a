// `recto open`: prints the address of an artifact and opens it for a person at a terminal.
import { shortIdOf, type Task } from './task.ts'

export async function open({ client, io, values, voice }: Task): Promise<void> {
  const shortId = shortIdOf({ client }, String(values.id))
  const url = `${client.url}/${shortId}`
  await voice.answer({ shortId, url }, [url])
  if (values.launch === true || (values.launch === undefined && voice.isTerminal && !voice.json))
    io.launch(url)
}
