// Keeps .recto.json of the folder current after a change that was made on the server, so that one's own next change does not conflict.
import { addressOf, type Task } from '../task.ts'
import { isRecorded, type Recorded, recordEdit, recordTrash } from '../version-record.ts'

/** The change is done already: where it cannot be recorded, a warning says how to go on. */
export async function keepEdit({ client, io, output }: Task, base: number, answer: unknown): Promise<void> {
  const made = { ...(answer as Recorded), server: client.url }
  if (!isRecorded(made)) return
  const { server, shortId, version } = made
  try {
    await recordEdit(io, io.cwd, base, { server, shortId, version })
  } catch (error) {
    await output.warn(
      `Changed, but the version could not be written to .recto.json (${(error as Error).message}). Name it next time: --base-version ${version}`,
    )
  }
}

/** Records that an artifact went into the trash or came back: --update passes over a page that is there. */
export async function keepTrash(task: Task, isTrashed: boolean): Promise<void> {
  const { client, io, output, values } = task
  const { shortId } = addressOf(task, String(values.id))
  try {
    await recordTrash(io, io.cwd, { server: client.url, shortId }, isTrashed)
  } catch (error) {
    await output.warn(`Done, but it could not be written to .recto.json (${(error as Error).message}).`)
  }
}
