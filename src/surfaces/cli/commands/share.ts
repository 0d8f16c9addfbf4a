// `recto share` and `recto rename`: the settings of an artifact, both over the operation change.
import type { Values } from '../command-line/command.ts'
import { usage } from '../failure.ts'
import { idOf, type Task, visibilityOf } from '../task.ts'
import { formatAnswer } from '../terminal/answer-text.ts'
import { withAudience } from '../terminal/audience.ts'

export async function share(task: Task): Promise<void> {
  const wishes = audienceWishes(task.values)
  if (Object.values(wishes).every(wish => wish === undefined))
    throw usage('Say who can open it: --public, --company, --private, or email addresses.')
  const { notify, message } = task.values
  await change(task, { ...wishes, notify, message })
}

export const rename = (task: Task): Promise<void> => change(task, { name: task.values.name })

/** Addresses are added to those named. With --only they are everybody who is left, unless an audience is given beside them. */
function audienceWishes(values: Values): Values {
  const addresses = (values.addresses as string[] | undefined) ?? []
  const removed = values.remove as string[] | undefined
  const visibility = visibilityOf(values)
  const { comments } = values
  if (values.only !== true)
    return {
      visibility,
      comments,
      addSharedWith: addresses.length > 0 ? addresses : undefined,
      removeSharedWith: removed,
    }
  if (removed)
    throw usage('With --only the addresses given are the only ones named; there is nothing to --remove.')
  return { visibility: visibility ?? 'private', comments, sharedWith: addresses }
}

async function change(task: Task, wishes: Values): Promise<void> {
  const { client, manifest, values, output } = task
  const id = idOf(task, values.id)
  const value = await client.call({ route: manifest.routes.change!, input: { id, ...wishes } })
  const { lines, talk } = formatAnswer('change', value, 'url')
  await output.answer(withAudience(value), lines, talk)
}
