// Where comments hang: read from the files before the unit, written in it.
import { passageIn, passagesAlong } from '../content/anchored.ts'
import type { Found } from '../content/anchoring.ts'
import type { PageFile } from '../content/apart.ts'
import { type Anchor, type Fix, pointsAtText } from '../domain/anchor.ts'
import type { Version } from '../domain/artifact.ts'
import type { Anchored } from '../storage/records.ts'
import type { StoredFile } from './call.ts'
import type { Context } from './context.ts'
import { Again, type AnyTask, type Preparation } from './operation.ts'
import { storedFile } from './text.ts'

/** Larger files are not read for this. */
const largest = 10 * 1_048_576

type File = Pick<Version, 'blob' | 'size' | 'sha256' | 'format'>

const pageOf = (context: Context, file: File): PageFile | null =>
  file.size > largest ? null : { source: storedFile(context, file), format: file.format }

/** An anchor found in the current version; what could not be read hangs on trust. */
export async function hangOn(
  { context, artifact, turn }: Pick<Preparation<unknown>, 'context' | 'artifact' | 'turn'>,
  anchor: Anchor | null,
): Promise<Fix> {
  const { version } = artifact
  if (!anchor || !(pointsAtText(anchor) || anchor.cssPath)) return { state: 'anchored', version, place: null }
  const page = pageOf(context, artifact)
  const found = page && (await passageIn(turn, page, anchor))
  return { ...(found ?? { state: 'changed', place: null }), version }
}

/** The anchor with the words it points at, where it gave only their position. */
export function quoted(anchor: Anchor | null, { place, state }: Fix): Anchor | null {
  if (!anchor || !place || !pointsAtText(anchor) || state === 'orphaned' || anchor.textQuote?.exact?.trim())
    return anchor
  const { text: exact, prefix, suffix } = place
  return { ...anchor, textQuote: { exact, prefix, suffix } }
}

/** What becomes of the open threads: by thread, the fix each had and what is found in the next version; null where nothing can be. */
export type Outlook = ReadonlyMap<string, { had: Fix; next: Found | null }>

/** Looks at every open thread of the artifact in the file that shall be its next version. */
export async function lookAhead(task: Preparation<unknown>): Promise<Outlook> {
  const { artifact, file, rows } = task
  const threads = artifact.organization ? await rows.comments.anchored(artifact.id) : []
  const outlook = new Map<string, { had: Fix; next: Found | null }>()
  for (const [version, group] of Map.groupBy(file ? threads : [], ({ fix }) => fix.version)) {
    const before = await fileOf(task, version)
    const found = before && (await along(task, before, file!, group))
    for (const [index, { id, fix }] of group.entries())
      outlook.set(id, { had: fix, next: found?.[index] ?? null })
  }
  return outlook
}

async function fileOf(
  { artifact, rows }: Pick<Preparation<unknown>, 'artifact' | 'rows'>,
  version: number,
): Promise<File | null> {
  return version === artifact.version ? artifact : rows.versions.find(artifact.id, version)
}

async function along(
  { context, turn }: Pick<Preparation<unknown>, 'context' | 'turn'>,
  before: File,
  after: File | StoredFile,
  threads: readonly Pick<Anchored, 'anchor' | 'fix'>[],
): Promise<Found[] | null> {
  if (before.sha256 === after.sha256 && before.format === after.format)
    return threads.map(({ fix: { state, place } }) => ({ state, place }))
  const [from, to] = [pageOf(context, before), pageOf(context, after)]
  if (!from || !to) return null
  const hanging = threads.map(({ anchor, fix: { state, place } }) => ({ anchor, state, place }))
  return passagesAlong(turn, from, to, hanging)
}

/** Where a thread that was resolved for a while hangs now. */
export async function catchUp(
  task: Preparation<unknown>,
  { anchor, fix }: { anchor: Anchor | null; fix: Fix },
): Promise<Fix> {
  const { version } = task.artifact
  if (!anchor || fix.version === version) return { ...fix, version }
  const [before, after] = [await fileOf(task, fix.version), await fileOf(task, version)]
  const found = before && after && (await along(task, before, after, [{ anchor, fix }]))
  return found ? { ...found[0]!, version } : fix
}

/**
 * Hangs every open thread on the version that was just made. A thread that appeared after the look, or was moved, asks
 * for another look; one that cannot be looked at keeps the version it was last seen in.
 */
export async function hangAgain(task: AnyTask, version: number): Promise<void> {
  const { artifact, rows, consulted, mayRepeat, emit } = task
  const outlook = consulted as Outlook | undefined
  for (const thread of artifact.organization ? await rows.comments.anchored(artifact.id) : []) {
    const seen = outlook?.get(thread.id)
    const known = seen && JSON.stringify(seen.had) === JSON.stringify(thread.fix)
    if (!known && mayRepeat) throw new Again()
    if (!known || !seen.next) continue
    await rows.comments.fix(thread.id, { ...seen.next, version })
    if (seen.next.state !== thread.fix.state) await rows.comments.touch(thread.id, task.now)
    if (seen.next.state === 'orphaned' && thread.fix.state !== 'orphaned')
      emit('thread.orphaned', artifact, { threadId: thread.id })
  }
}
