// `recto publish`: a new artifact, a new version of one, or a public preview. Nothing is public and nothing overwritten unasked.
import { resolve } from 'node:path'
import type { Call } from './client.ts'
import type { Values } from './command.ts'
import { notSignedIn, usage } from './failure.ts'
import { openSource, type Source } from './payload.ts'
import { isSame, record, recordedFor } from './recorded.ts'
import { addressOf, idOf, type Task, textOf, visibilityOf } from './task.ts'
import { audience, bytes, notified } from './words.ts'

interface Published {
  shortId: string
  url: string
  name: string
  version: number
  unchanged?: boolean
  merged?: boolean
  warnings?: readonly string[]
  notified?: readonly string[]
  /** Previews only. */
  claimUrl?: string
  editToken?: string
  expiresAt?: string | null
}

type Request = Pick<Call, 'route' | 'input' | 'base' | 'anonymous'>

export async function publish(task: Task): Promise<void> {
  const { io, values, client } = task
  refuseContradictions(values)
  if (client.key === null && values.publicPreview !== true) throw notSignedIn(client.url)
  const given = String(values.file)
  const path = given === '-' ? '-' : resolve(io.cwd, given)
  const request = requestFor(task, path)
  const source = await openSource(io, path, textOf(values, 'format'))
  try {
    await tell(task, path, request, await send(task, request, source))
  } finally {
    source.close()
  }
}

const onlyWith: readonly [field: string, flag: string, why: string][] = [
  ['baseVersion', '--base-version', 'names the version an update starts from'],
  ['merge', '--merge', 'is for updates'],
  ['always', '--always', 'is for updates'],
  ['reload', '--reload', 'is for updates'],
]

function refuseContradictions(values: Values): void {
  const updates = values.id !== undefined
  const audienceAsked =
    visibilityOf(values) !== undefined ||
    ['sharedWith', 'notify', 'message'].some(field => values[field] !== undefined)
  const alone = onlyWith.find(([field]) => values[field] !== undefined && !updates)
  if (alone) throw usage(`${alone[1]} ${alone[2]}. Say which artifact with --id.`)
  if (updates && audienceAsked)
    throw usage(
      'An update keeps who can open it. Publish without the audience and change it with recto share.',
    )
  if (values.publicPreview !== true) return
  if (updates)
    throw usage(
      '--public-preview makes something new. Claim a preview to go on with it: recto claim <address>',
    )
  if (audienceAsked || values.note !== undefined)
    throw usage('A public preview is open to anyone and takes no audience and no note.')
}

function requestFor({ values, manifest: { routes }, client }: Task, path: string): Request {
  const { name, theme, note, reload } = values
  if (values.publicPreview === true)
    return { route: routes.publishPreview!, input: { name, theme }, anonymous: true }
  if (values.id === undefined) {
    const { sharedWith, notify, message } = values
    const audience = { visibility: visibilityOf(values), sharedWith, notify, message }
    const input = { name, theme, note, ...audience }
    return { route: routes.publish!, input }
  }
  const id = idOf({ client }, values.id)
  const { shortId } = addressOf({ client }, String(values.id))
  const base = (values.baseVersion as number | undefined) ?? recordedVersion(client.url, path, shortId)
  const wishes = { ...(values.always !== true && { skipUnchanged: true }), merge: values.merge }
  return { route: routes.update!, input: { id, name, theme, note, reload, ...wishes }, base }
}

/** The version the local file was made from. The server is never asked: its current version is not what the file knows. */
function recordedVersion(server: string, path: string, shortId: string): number {
  const known = path === '-' ? [] : recordedFor(path)
  const found = known.find(each => isSame(each, { server, shortId }))
  if (found) return found.version
  throw usage(
    `Which version of ${shortId} was this made from? None is recorded beside the file. Name it with --base-version, or save the current one with recto get ${shortId} -o <file> and bring your change into it.`,
  )
}

async function send({ client, voice }: Task, request: Request, source: Source): Promise<Published> {
  const progress = voice.progress()
  try {
    return (await client.call({
      ...request,
      source,
      progress: (sent, total) => progress.show(`Sending: ${bytes(sent)} of ${bytes(total)}`),
    })) as Published
  } finally {
    progress.end()
  }
}

async function tell(task: Task, path: string, request: Request, published: Published): Promise<void> {
  if (path !== '-') await remember(task, path, request, published)
  const { claimUrl, editToken, expiresAt } = published
  const lines = claimUrl ? [published.url, `claim: ${claimUrl}`, `edit token: ${editToken}`] : [published.url]
  const open = claimUrl
    ? `Anyone can open this until ${String(expiresAt).slice(0, 10)}; open the claim address and sign in to keep it.`
    : audience({ ...published }) + notified(published)
  if (published.warnings?.includes('contains_key'))
    await task.voice.warn(
      'The file contains an API key of this server that works. Take it out, or revoke the key.',
    )
  await task.voice.answer(published, lines, [`${outcome(published, request)} ${open}`])
}

function outcome({ name, version, unchanged, merged }: Published, { base }: Request): string {
  if (unchanged) return `${name}: nothing changed, v${version} is current.`
  if (merged)
    return `${name}: merged with what others saved since v${base} into v${version}. Your file does not hold their changes.`
  return `${name}, v${version}.`
}

/**
 * Records what the file is the base or the copy of. A merged version holds what others wrote and the file does not, so the file
 * still counts as made from its old base: the next update must not undo their work.
 */
async function remember(task: Task, path: string, { base }: Request, published: Published): Promise<void> {
  const { shortId, version, merged } = published
  const entry = { server: task.client.url, shortId, version: merged && base ? base : version }
  try {
    record(path, entry)
  } catch (error) {
    await task.voice.warn(
      `Published, but the version could not be written beside the file (${(error as Error).message}). Name it next time: --base-version ${entry.version}`,
    )
  }
}
