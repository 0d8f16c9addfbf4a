// The places of comments: computed from the files before the transaction, written in it.
import { passageIn, passagesAlong, quoteIn } from '../../content/anchors/anchor-calls.ts'
import type { Found } from '../../content/anchors/reanchor.ts'
import { LimitReached, type Turn } from '../../content/render/workers.ts'
import type { PageFile } from '../../content/worker-calls.ts'
import { type Anchor, type AnchorState, bareQuote, isTextAnchor } from '../../domain/anchor.ts'
import type { Artifact, Version } from '../../domain/artifact.ts'
import { Problem } from '../../domain/problem.ts'
import type { Anchored, Rows } from '../../storage/records.ts'
import type { StoredFile } from '../kernel/call.ts'
import type { Context } from '../kernel/context.ts'
import {
  type Preparation,
  RetryTransaction,
  type SubjectAccess,
  type SubjectTask,
} from '../kernel/operation.ts'
import { openStoredFile } from '../kernel/stored-file.ts'
import { turnOfArtifact } from '../kernel/worker-turn.ts'

/** Larger files are not read for this. */
const largest = 10 * 1_048_576

type File = Pick<Version, 'blob' | 'size' | 'sha256' | 'format'>

const pageOf = (context: Context, file: File): PageFile | null =>
  file.size > largest ? null : { source: openStoredFile(context, file), format: file.format }

/**
 * An anchor found in the current version. If the file could not be read, the anchor counts as `changed`.
 * @throws Problem `quote_not_found`, `quote_not_unique` for a quote in place of an anchor that does not occur exactly once
 */
export async function findAnchor(
  { context, artifact, turn }: Pick<Preparation<unknown, SubjectAccess>, 'context' | 'artifact' | 'turn'>,
  anchor: Anchor | null,
): Promise<AnchorState> {
  const { version } = artifact
  if (!anchor || !(isTextAnchor(anchor) || anchor.cssPath)) return { state: 'anchored', version, range: null }
  const quote = bareQuote(anchor)
  const file = { source: openStoredFile(context, artifact), format: artifact.format }
  const page = pageOf(context, artifact)
  const found = quote ? await onlyPassage(turn, file, quote) : page && (await passageIn(turn, page, anchor))
  return { ...(found ?? { state: 'changed', range: null }), version }
}

async function onlyPassage(
  turn: Turn,
  file: PageFile,
  quote: NonNullable<Anchor['textQuote']>,
): Promise<Found | null> {
  const passage = await quoteIn(turn, file, quote)
  if (passage?.occurs === 'none')
    throw new Problem(
      'quote_not_found',
      'The quote does not occur in the current version. Read it as text and copy the words exactly.',
    )
  if (passage?.occurs === 'many')
    throw new Problem(
      'quote_not_unique',
      'The quote occurs more than once in the current version. Quote more of the text around it.',
    )
  return passage?.found ?? null
}

/** The anchor with the words it points at, where it gave only their position. */
export function withQuote(anchor: Anchor | null, { range, state }: AnchorState): Anchor | null {
  if (!anchor || !range || !isTextAnchor(anchor) || state === 'orphaned' || anchor.textQuote?.exact?.trim())
    return anchor
  const { text: exact, prefix, suffix } = range
  return { ...anchor, textQuote: { exact, prefix, suffix } }
}

/** A thread's anchor state, and what is found in the next version: null if nothing can be, `later` if a job looks for it. */
interface Foreseen {
  had: AnchorState
  next: Found | null | 'later'
}

/** The next place of each open thread, by its id. */
export type ReanchorPlan = ReadonlyMap<string, Foreseen>

/** Looks for every open thread of the artifact in the file of its next version; elements of large files are left for later. */
export async function planReanchoring(task: Preparation<unknown, SubjectAccess>): Promise<ReanchorPlan> {
  const { artifact, file, rows } = task
  const threads = artifact.organization ? await rows.comments.anchored(artifact.id) : []
  const plan = new Map<string, Foreseen>()
  for (const [version, group] of Map.groupBy(file ? threads : [], ({ anchorState }) => anchorState.version)) {
    const before = await fileOf(task, version)
    const isLater = ({ anchor }: Anchored) => before !== null && isLeft(before, file!, anchor)
    for (const { id, anchorState } of group.filter(isLater)) plan.set(id, { had: anchorState, next: 'later' })
    const now = group.filter(thread => !isLater(thread))
    const found = before && now.length > 0 ? await along(task, before, file!, now) : null
    for (const [index, { id, anchorState }] of now.entries())
      plan.set(id, { had: anchorState, next: found?.[index] ?? null })
  }
  return plan
}

/** Elements of larger files are looked for after the version was saved: bytes (contract section 5). */
const LARGE = 1_048_576

function isLeft(before: File, after: File | StoredFile, anchor: Anchor): boolean {
  const size = Math.max(before.size, after.size)
  const isElement = anchor.cssPath !== undefined && !isTextAnchor(anchor)
  return isElement && size > LARGE && size <= largest && !isSame(before, after)
}

const isSame = (before: File, after: File | StoredFile): boolean =>
  before.sha256 === after.sha256 && before.format === after.format

async function fileOf(
  { artifact, rows }: Pick<Preparation<unknown, SubjectAccess>, 'artifact' | 'rows'>,
  version: number,
): Promise<File | null> {
  return version === artifact.version ? artifact : rows.versions.find(artifact.id, version)
}

async function along(
  { context, turn }: Pick<Preparation<unknown, SubjectAccess>, 'context' | 'turn'>,
  before: File,
  after: File | StoredFile,
  threads: readonly Pick<Anchored, 'anchor' | 'anchorState'>[],
): Promise<Found[] | null> {
  if (isSame(before, after)) return threads.map(({ anchorState: { state, range } }) => ({ state, range }))
  return readAlong({ context, turn }, before, after, threads)
}

/** Reads both files, also where they are the same: places that were stored otherwise are found by their words. */
async function readAlong(
  { context, turn }: Pick<Preparation<unknown, SubjectAccess>, 'context' | 'turn'>,
  before: File,
  after: File | StoredFile,
  threads: readonly Pick<Anchored, 'anchor' | 'anchorState'>[],
): Promise<Found[] | null> {
  const [from, to] = [pageOf(context, before), pageOf(context, after)]
  if (!from || !to) return null
  const attached = threads.map(({ anchor, anchorState: { state, range } }) => ({
    anchor,
    state,
    range,
  }))
  return passagesAlong(turn, from, to, attached)
}

/** Finds the threads in the newest version of the artifact. If the file cannot be read, they stay where they were last seen. */
export async function findInNewestVersion(
  context: Context,
  artifact: Artifact,
  threads: readonly Anchored[],
): Promise<{ thread: Anchored; next: AnchorState }[]> {
  const { version } = artifact
  const task = { artifact, context, rows: context.records, turn: turnOfArtifact(context, artifact) }
  const places: { thread: Anchored; next: AnchorState }[] = []
  for (const [from, group] of Map.groupBy(threads, ({ anchorState }) => anchorState.version)) {
    const before = await fileOf(task, from)
    const found = before && (await readAlong(task, before, artifact, group))
    for (const [index, thread] of group.entries())
      places.push({ thread, next: found ? { ...found[index]!, version } : asLastSeen(thread.anchorState) })
  }
  return places
}

/** True where the processes had no time for the work, or are stopping: it may be asked for again. */
export const isTemporaryFailure = (error: unknown): boolean => error instanceof LimitReached

/** Returns the state of a thread whose place is looked for no more. */
export const asLastSeen = ({ state, version, range }: AnchorState): AnchorState => ({
  state,
  version,
  range,
})

/** Finds the place of a thread that was resolved for a while. */
export async function reanchorThread(
  task: Preparation<unknown, SubjectAccess>,
  { anchor, anchorState }: { anchor: Anchor | null; anchorState: AnchorState },
): Promise<AnchorState> {
  const { version } = task.artifact
  if (!anchor || anchorState.version === version) return { ...anchorState, version }
  const [before, after] = [await fileOf(task, anchorState.version), await fileOf(task, version)]
  const found = before && after && (await along(task, before, after, [{ anchor, anchorState }]))
  return found ? { ...found[0]!, version } : anchorState
}

/**
 * Anchors every open thread in the version that was just made. A thread that appeared or moved after planning makes the
 * transaction retry; one that cannot be planned keeps the version it was last seen in.
 */
export async function reanchorThreads(
  task: SubjectTask<unknown, ReanchorPlan | undefined>,
  version: number,
): Promise<void> {
  const { artifact, rows, beforehand: plan, mayRetry, emitEvent } = task
  const later: string[] = []
  for (const thread of artifact.organization ? await rows.comments.anchored(artifact.id) : []) {
    const seen = plan?.get(thread.id)
    const known = seen && isSameAnchorState(seen.had, thread.anchorState)
    if (!known && mayRetry) throw new RetryTransaction()
    if (!known || !seen.next) continue
    if (seen.next === 'later') later.push(thread.id)
    else if (await saveThreadAnchor(rows, thread, { ...seen.next, version }, task.now))
      emitEvent('thread.orphaned', artifact, { threadId: thread.id })
  }
  await rows.comments.startPlacing(later, task.now)
}

export const isSameAnchorState = (one: AnchorState, other: AnchorState): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Writes where a thread is anchored now. Answers whether it became orphaned. */
export async function saveThreadAnchor(
  rows: Pick<Rows, 'comments'>,
  { id, anchorState }: Pick<Anchored, 'id' | 'anchorState'>,
  next: AnchorState,
  now: number,
): Promise<boolean> {
  await rows.comments.setAnchorState(id, next)
  if (next.state !== anchorState.state || anchorState.placingSince !== undefined)
    await rows.comments.touch(id, now)
  return next.state === 'orphaned' && anchorState.state !== 'orphaned'
}
