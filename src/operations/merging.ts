// New files made from versions: a three-way merge, edits in place, an old version again.
import { merge as mergeTexts, placesOf } from '../content/apart.ts'
import type { Place } from '../content/finding.ts'
import type { Turn } from '../content/workers.ts'
import type { Format, Version } from '../domain/artifact.ts'
import { plans, previewFileSize } from '../domain/plan.ts'
import { requireNamed } from '../domain/precondition.ts'
import { Problem } from '../domain/problem.ts'
import type { StoredFile } from './call.ts'
import { Stale } from './conflict.ts'
import { fileOf, keep } from './intake.ts'
import type { Preparation } from './operation.ts'
import { textOf } from './text.ts'

/** Merging reads three texts whole; larger files are refused a merge and stay a conflict. */
const mergeLimit = 10 * 1_048_576

/** Where a merge was asked for and is needed: base, theirs and mine become one file made against the current version. */
export async function merge(task: Preparation<{ merge?: boolean | undefined }>): Promise<StoredFile | null> {
  const { artifact, call, input, file, rows } = task
  const named = requireNamed(call.base ?? 'missing', artifact.version)
  if (!input.merge || !file || named.includes(artifact.version)) return null
  const from = Math.max(0, ...named.filter(n => n < artifact.version))
  const [base, theirs] = await Promise.all([
    rows.versions.find(artifact.id, from),
    rows.versions.find(artifact.id, artifact.version),
  ])
  if (!base || !theirs || Math.max(base.size, theirs.size, file.size) > mergeLimit)
    throw new Stale(artifact, named)
  const mine = { ...theirs, ...file }
  const [a, b, c] = await Promise.all([base, mine, theirs].map(version => textOf(task.context, version)))
  const result = await mergeTexts(task.turn, a!, b!, c!)
  if ('conflicts' in result) throw new Stale(artifact, named, result.conflicts)
  return {
    ...(await keepText(task, result.merged, file.format)),
    filename: file.filename,
    against: artifact.version,
  }
}

/** Stores text as a file of the artifact, within its size limit. */
export async function keepText(
  task: Preparation<unknown>,
  text: string,
  format: Format,
): Promise<StoredFile> {
  const { organization } = task.artifact
  const limit = organization ? plans[organization.plan].fileSize : previewFileSize
  return keep(task.context, fileOf(text, format === 'html' ? 'content.html' : 'content.md'), limit)
}

export interface Edit {
  oldText: string
  newText: string
}

/** Replaces every `oldText`, each of which must occur exactly once; all or nothing (contract section 3). */
export async function applyEdits(turn: Turn, text: string, edits: readonly Edit[]): Promise<string> {
  const found = await placesOf(
    turn,
    text,
    edits.map(edit => edit.oldText),
  )
  const places = edits.map((edit, index) => ({ ...edit, start: onlyStart(found[index]!, index) }))
  places.sort((a, b) => a.start - b.start)
  let result = ''
  let done = 0
  for (const { start, oldText, newText } of places) {
    if (start < done)
      throw new Problem('edit_not_unique', 'Two edits touch the same text. Join them into one edit.')
    result += text.slice(done, start) + newText
    done = start + oldText.length
  }
  return result + text.slice(done)
}

function onlyStart(place: Place, index: number): number {
  if (place === 'none')
    throw new Problem(
      'edit_not_found',
      `The old text of edit ${index + 1} does not occur. Read the source and copy it exactly.`,
      { edit: index },
    )
  if (place === 'many')
    throw new Problem(
      'edit_not_unique',
      `The old text of edit ${index + 1} occurs more than once. Give more of the text around it.`,
      { edit: index },
    )
  return place
}

/** The version's own source as text, or 413 where it is too large to be edited in place. */
export async function editableText(task: Preparation<unknown>, version: Version): Promise<string> {
  if (version.size <= mergeLimit) return textOf(task.context, version)
  throw new Problem(
    'file_too_large',
    'Files above 10 MB cannot be edited in place. Send the whole file as an update.',
    { limit: mergeLimit },
  )
}
