// `recto publish`: a new artifact, a new version of one, or a public preview. Nothing is public and nothing overwritten unasked.
import { relative, resolve } from 'node:path'
import type { Source } from '../../client/bodies.ts'
import type { Call } from '../../client/transport.ts'
import type { Values } from '../command-line/command.ts'
import { Failure, foreign, notSignedIn, usage } from '../failure.ts'
import { openSource } from '../server/payload.ts'
import { shellFile, shellWord } from '../shell-word.ts'
import { addressOf, idOf, type Task, textOf, visibilityOf } from '../task.ts'
import { bytes } from '../terminal/answer-text.ts'
import { audience, notified, withAudience } from '../terminal/audience.ts'
import { isInTrash, isRecorded, type Recorded, record, recordedFor } from '../version-record.ts'
import { hasMergedBytes, saveMerged } from './merged-file.ts'
import { watchFile } from './watch-file.ts'

interface Published {
  shortId: string
  url: string
  name: string
  version: number
  unchanged?: boolean
  merged?: boolean
  /** Hash of the version's bytes. */
  sha256?: string
  visibility?: string
  /** A sentence: who can open it. */
  canOpen?: string
  warnings?: readonly string[]
  notified?: readonly string[]
  /** Previews only. */
  claimUrl?: string
  editToken?: string
  expiresAt?: string | null
}

interface Request extends Pick<Call, 'route' | 'input' | 'base' | 'anonymous'> {
  /** The record in .recto.json for the file and the artifact that it updates. */
  recorded?: Recorded | undefined
}

export async function publish(given: Task): Promise<void> {
  const { io, values, client } = given
  const file = String(values.file)
  const path = file === '-' ? '-' : resolve(io.cwd, file)
  const task = { ...given, values: withRecorded(given, path) }
  refuseContradictions(task.values)
  if (!client.isSignedIn && values.publicPreview !== true) throw notSignedIn(client.url)
  const saves = values.watch === true ? watchFile(path) : null
  const published = await publishOnce(task, path)
  if (saves) await republish(task, path, published.shortId, saves)
}

async function publishOnce(task: Task, path: string): Promise<Published> {
  const request = await withOwnEdits(task, requestFor(task, path))
  const known = task.values.id === undefined ? livePagesOf(task, path) : []
  const source = await openSource(task.io, path, textOf(task.values, 'format'))
  try {
    const published = await send(task, request, source)
    const merge = (await hasMergedBytes(source, published)) ? null : mergeOf(request, published)
    if (merge && isWritten(task, path)) merge.unwritten = await saveMerged(task, path, source, published)
    if (path !== '-') await saveRecord(task, path, merge, published)
    await tell(task, path, merge, published)
    if (known.length > 0) await task.output.warn(publishedBefore(task, path, known))
    return published
  } finally {
    source.close()
  }
}

/** --update stands for --id with the artifact that the file was published as, or saved from. */
function withRecorded(task: Task, path: string): Values {
  const { update, ...values } = task.values
  if (update !== true) return values
  if (values.id !== undefined)
    throw usage('--update finds the artifact in .recto.json, and --id names it. Give one of them.')
  const [known, ...others] = livePagesOf(task, path)
  if (known && others.length === 0) return { ...values, id: known.shortId }
  if (known) throw usage(severalPages(task, path, [known, ...others]))
  const [trashed] = pagesOf(task, path)
  if (trashed) throw usage(pageInTrash(trashed))
  throw usage(
    'Nothing is recorded for this file beside it. Name the artifact with --id and the version with --base-version.',
  )
}

/** The artifacts on this server that the file was published as or saved from, newest first. */
const pagesOf = ({ client }: Pick<Task, 'client'>, path: string): Recorded[] =>
  path === '-' ? [] : recordedFor(path).filter(({ server }) => server === client.url)

/** Those of them that nobody put into the trash from here. */
const livePagesOf = (task: Task, path: string): Recorded[] =>
  pagesOf(task, path).filter(page => !isInTrash(page))

const pageInTrash = ({ server, shortId }: Recorded): string =>
  `The page of this file, ${server}/${shortId}, is in the trash. Bring it back with recto undelete ${shellWord(shortId)}, or publish without --update for a new page. If it is back already: --id ${shellWord(shortId)}.`

const addressesOf = (pages: readonly Recorded[]): string =>
  pages.map(({ server, shortId, version }) => `${server}/${shortId} (v${version})`).join(' and ')

const idFlags = (pages: readonly Recorded[]): string =>
  pages.map(({ shortId }) => `--id ${shellWord(shortId)}`).join(' or ')

/** Other people may read each of them, so nobody guesses which one is meant. */
function severalPages({ io }: Task, path: string, pages: readonly Recorded[]): string {
  const file = relative(io.cwd, path)
  return `${file} belongs to ${pages.length} pages: ${addressesOf(pages)}. Nothing was sent. Say which one to update with ${idFlags(pages)}.`
}

function publishedBefore({ io }: Task, path: string, pages: readonly Recorded[]): string {
  const file = relative(io.cwd, path)
  return `${file} was published before as ${addressesOf(pages)}; this is another page. For a new version there: recto publish ${shellFile(file)} ${idFlags(pages)}`
}

const onlyWith: readonly [field: string, flag: string, why: string][] = [
  ['baseVersion', '--base-version', 'names the version an update starts from'],
  ['merge', '--merge', 'is for updates'],
  ['keepOthers', '--keep-others', 'is for updates'],
  ['always', '--always', 'is for updates'],
  ['reload', '--reload', 'is for updates'],
]

function refuseContradictions(values: Values): void {
  const updates = values.id !== undefined
  const audienceAsked =
    visibilityOf(values) !== undefined ||
    ['sharedWith', 'notify', 'message'].some(field => values[field] !== undefined)
  const goesOn = values.watch === true
  const alone = onlyWith.find(([field]) => values[field] !== undefined && !updates && !goesOn)
  if (alone) throw usage(`${alone[1]} ${alone[2]}. Say which artifact with --id or --update.`)
  if (goesOn && (values.file === '-' || values.publicPreview === true))
    throw usage(
      '--watch republishes a file of yours when it is saved; it takes no stdin and no public preview.',
    )
  if (updates && audienceAsked)
    throw usage(
      'An update keeps who can open it. Publish without the audience and change it with recto share.',
    )
  if (updates && values.labels !== undefined)
    throw usage('An update keeps its labels. Publish without --label.')
  if (values.publicPreview !== true) return
  if (updates)
    throw usage(
      '--public-preview makes something new. Claim a preview to go on with it: recto claim <address>',
    )
  if (audienceAsked || values.note !== undefined || values.labels !== undefined)
    throw usage('A public preview is open to anyone and takes no audience, no label and no note.')
}

function requestFor({ values, manifest: { routes }, client }: Task, path: string): Request {
  const { name, theme, note, reload } = values
  if (values.publicPreview === true)
    return { route: routes.publishPreview!, input: { name, theme }, anonymous: true }
  if (values.id === undefined) {
    const { sharedWith, notify, message, labels } = values
    const audience = { visibility: visibilityOf(values), sharedWith, notify, message }
    const input = { name, theme, note, labels, ...audience }
    return { route: routes.publish!, input }
  }
  const id = idOf({ client }, values.id)
  const { shortId } = addressOf({ client }, id)
  const recorded = pagesOf({ client }, path).find(page => page.shortId === shortId)
  const base = (values.baseVersion as number | undefined) ?? recorded?.version
  if (base === undefined) throw unknownBase(shortId)
  const wishes = {
    ...(values.always !== true && { skipUnchanged: true }),
    merge: values.merge,
    keepOthers: values.keepOthers,
  }
  return { route: routes.update!, input: { id, name, theme, note, reload, ...wishes }, base, recorded }
}

/** One's own edits on the server never conflict: the file is merged with them, unless somebody else saved after them. */
async function withOwnEdits({ client, manifest }: Task, request: Request): Promise<Request> {
  const { base, input, recorded } = request
  if (recorded?.edited === undefined || recorded.version !== base || input.merge || input.keepOthers)
    return request
  const current = await client.call({ route: manifest.routes.get!, input: { id: input.id } })
  const isOwn = artifactIn(current, client.url).version === recorded.edited
  return isOwn ? { ...request, input: { ...input, merge: true } } : request
}

/** The version the local file was made from must be known. The server is never asked: its current version is not what the file knows. */
const unknownBase = (shortId: string): Failure =>
  usage(
    `Which version of ${shortId} was this made from? None is recorded beside the file. Name it with --base-version, or save the current one with recto get ${shortId} -o <file> and bring your change into it.`,
  )

async function send({ client, output }: Task, request: Request, source: Source): Promise<Published> {
  const { recorded: _, ...call } = request
  const progress = output.progress()
  try {
    const answer = await client.call({
      ...call,
      source,
      progress: (sent, total) => progress.show(`Sending: ${bytes(sent)} of ${bytes(total)}`),
    })
    return artifactIn(answer, client.url)
  } catch (error) {
    throw withoutOthers(error, request)
  } finally {
    progress.end()
  }
}

/** A conflict with nothing but one's own edits in words that blame nobody else; any other failure as it is. */
function withoutOthers(error: unknown, { base, recorded }: Request): unknown {
  if (!(error instanceof Failure) || error.document.code !== 'version_conflict') return error
  const { currentVersion } = error.document
  if (recorded?.version !== base || recorded?.edited !== currentVersion) return error
  const detail = `You saved version ${currentVersion} yourself after version ${base}, from which the file was made, and the two cannot be merged. Nothing was saved.`
  return new Failure(error.exit, { ...error.document, detail, message: detail }, error.next)
}

/** The artifact that is the answer. Throws a Failure where it names no page and version. */
function artifactIn(answer: unknown, server: string): Published {
  if (isRecorded({ ...(answer as object), server })) return answer as Published
  throw foreign('The answer names no page and version.')
}

async function tell(task: Task, path: string, merge: Merge | null, published: Published): Promise<void> {
  const { output, values } = task
  if (published.warnings?.includes('contains_key'))
    await output.warn(
      'The file contains an API key of this server that works. Take it out, or revoke the key.',
    )
  const { whole, brief, lines, open } = published.claimUrl ? ofPreview(published) : ofPage(published)
  const told = values.full === true ? whole : brief
  if (values.watch === true && output.json) await output.line(told)
  else await output.answer(told, lines, [`${outcome(published, merge)} ${open}`])
  if (merge) await output.warn(afterMerge(task, path, published, merge))
}

/** The whole answer for programs and the brief one, the lines of a terminal, and the sentence of who can open it. */
interface Answer {
  whole: Published
  brief: object
  lines: string[]
  open: string
}

function ofPage(published: Published): Answer {
  const whole = withAudience(published) as Published
  const open = audience({ ...published }) + notified(published)
  return { whole, brief: briefOf(whole), lines: [published.url], open }
}

/** The server's answer about a preview names no audience: it has one alone. */
function ofPreview(published: Published): Answer {
  const { url, claimUrl, editToken, expiresAt } = published
  const until = `Anyone can open this page until ${String(expiresAt).slice(0, 10)}`
  const whole = { ...published, canOpen: `${until}.` }
  return {
    ...{ whole, brief: briefOf({ visibility: 'public', ...whole }) },
    lines: [url, `claim: ${claimUrl}`, `edit token: ${editToken}`],
    open: `${until}; open the claim address and sign in to keep it.`,
  }
}

/** Fields of the answer in a pipe (contract section 11), and those that only some answers have. */
const briefFields: ReadonlySet<string> = new Set([
  ...['url', 'shortId', 'version', 'name', 'visibility', 'canOpen'],
  ...['unchanged', 'merged', 'notified', 'warnings', 'claimUrl', 'editToken', 'expiresAt'],
])

const briefOf = (published: Published): object =>
  Object.fromEntries(
    Object.entries(published).filter(([field, value]) => briefFields.has(field) && value !== null),
  )

/** The start of a merge: the version of the file, and that of one's own edits since, if nobody else saved after these. */
interface Merge {
  base: number
  edited?: number | undefined
  isAlone: boolean
  /** Reason that the file lacks the merge; empty where it is not meant to be written; null once it has it. */
  unwritten: string | null
}

/** Returns the merge; null where nothing was merged. */
function mergeOf({ base, recorded }: Request, { version, merged, unchanged }: Published): Merge | null {
  if (!merged || typeof base !== 'number') return null
  const edited = recorded?.version === base ? recorded.edited : undefined
  return { base, edited, isAlone: edited === (unchanged ? version : version - 1), unwritten: '' }
}

/** Standard input is no file, and what a build makes is made anew. */
const isWritten = ({ values }: Task, path: string): boolean => path !== '-' && values.keepOthers !== true

function outcome({ name, version, unchanged }: Published, merge: Merge | null): string {
  if (unchanged) return `${name}: nothing changed, v${version} is current.`
  if (!merge) return `${name}, v${version}.`
  return `${name}: merged with ${merge.isAlone ? 'your own edits' : 'what others saved'} since v${merge.base} into v${version}.`
}

/** Says what the merge made of the file; where it was not written, the way to the merged version. */
function afterMerge({ io }: Task, path: string, { shortId, version }: Published, merge: Merge): string {
  const name = path === '-' ? '<file>' : relative(io.cwd, path)
  const others = merge.isAlone ? 'your own edits' : 'the changes of the others'
  if (merge.unwritten === null) return `${name} has ${others} too now, as version ${version} does.`
  const file = path === '-' ? name : shellFile(name)
  const why = merge.unwritten && ` (${merge.unwritten})`
  return `Your file does not hold ${others}${why}. To go on with the merged version: recto get ${shellWord(shortId)} -o ${file}`
}

/**
 * Records what the file is the base or the copy of. Where a merged version was not written into it, the file lacks what others
 * wrote and still counts as made from its old base: the next update must not undo their work. Of a version merged with nothing
 * but one's own edits one knows everything.
 */
async function saveRecord(
  task: Task,
  path: string,
  merge: Merge | null,
  published: Published,
): Promise<void> {
  const { shortId, version } = published
  const lacking = merge?.unwritten === null ? null : merge
  const edited = lacking?.isAlone ? version : lacking?.edited
  const entry = {
    ...{ server: task.client.url, shortId, version: lacking?.base ?? version },
    ...(edited !== undefined && { edited }),
  }
  try {
    await record(task.io, path, entry)
  } catch (error) {
    await task.output.warn(
      `Published, but the version could not be written beside the file (${(error as Error).message}). Name it next time: --base-version ${entry.version}`,
    )
  }
}

/** Each time the file is saved it becomes a new version of the same artifact, by the rules of an update; never returns. */
async function republish(
  task: Task,
  path: string,
  shortId: string,
  saves: AsyncIterable<void>,
): Promise<void> {
  const { baseVersion: _, name: __, note, theme, reload, merge, keepOthers, always, full, url } = task.values
  const kept = { url, full, watch: true, id: shortId, note, theme, reload, merge, keepOthers, always }
  await task.output.say(`Watching ${relative(task.io.cwd, path)}; stop with Ctrl+C.`)
  for await (const _save of saves) {
    try {
      await publishOnce({ ...task, values: kept }, path)
    } catch (error) {
      if (error instanceof Failure && endsWatching.has(error.exit)) throw error
      await task.output.warn(afterFailure(error))
    }
  }
}

/** Exit codes that end watching: not signed in, not allowed or not found. No later save changes that. */
const endsWatching: ReadonlySet<number> = new Set([3, 4])

const afterFailure = (error: unknown): string =>
  `Not published: ${error instanceof Error ? error.message : String(error)} The next save tries again.`
