// New files made from versions: a three-way merge, edits in place, an old version again.

import type { Edit, RefusedEdit } from '../../content/diff/new-files.ts'
import { edited, merge as mergeFiles } from '../../content/worker-calls.ts'
import type { Format, Version } from '../../domain/artifact.ts'
import { JsonBytes } from '../../domain/json-bytes.ts'
import { plans, previewFileSize } from '../../domain/plan.ts'
import { requireNamed } from '../../domain/precondition.ts'
import { Problem } from '../../domain/problem.ts'
import type { StoredBlob } from '../../storage/blobs.ts'
import type { StoredFile } from '../kernel/call.ts'
import { chunksOf, ingestFile } from '../kernel/file-ingest.ts'
import type { Preparation, SubjectAccess } from '../kernel/operation.ts'
import { openStoredFile } from '../kernel/stored-file.ts'
import { VersionConflict } from '../kernel/version-conflict.ts'
import { findLastFile, findOthers } from './last-file.ts'

/** Merging reads three files whole; larger ones are refused a merge and stay a conflict. */
const mergeLimit = 10 * 1_048_576

/** If a merge was asked for and is needed, makes one file of base, the one sent and the current version. */
export async function merge(task: Preparation<Wishes, SubjectAccess>): Promise<StoredFile | null> {
  const { artifact, call, file } = task
  const named = requireNamed(call.base ?? 'missing', artifact.version)
  if (!file) return null
  const base = await findBase(task, named)
  if (base === 'current') return null
  if (!base || Math.max(base.size, artifact.size, file.size) > mergeLimit) throw await conflict(task, named)
  const [a, b, c] = [base, file, artifact].map(version => openStoredFile(task.context, version))
  const result = await mergeFiles(task.turn, a!, b!, c!)
  if ('conflicts' in result) throw await conflict(task, named, new JsonBytes(result.conflicts))
  return {
    ...(await keepBytes(task, result.bytes, file.format)),
    filename: file.filename,
    against: artifact.version,
    sent: file,
  }
}

async function conflict(
  task: Preparation<Wishes, SubjectAccess>,
  named: readonly number[],
  conflicts?: VersionConflict['conflicts'],
): Promise<VersionConflict> {
  const others = task.input.keepOthers ? await findOthers(task) : null
  return new VersionConflict(task.artifact, named, conflicts, others ?? undefined)
}

interface Wishes {
  merge?: boolean | undefined
  keepOthers?: boolean | undefined
}

/** The file to merge from; `current` where nothing is to be merged, null where no file is known. */
async function findBase(
  task: Preparation<Wishes, SubjectAccess>,
  named: readonly number[],
): Promise<StoredBlob | null | 'current'> {
  const { artifact, input, rows } = task
  const last = input.keepOthers ? await findLastFile(task) : null
  if (last && !named.includes(last.number)) return null
  if (last && last.sha256 !== artifact.sha256) return last
  if (named.includes(artifact.version)) return 'current'
  if (last) return last
  if (!input.merge && !input.keepOthers) return 'current'
  return rows.versions.find(artifact.id, Math.max(0, ...named.filter(n => n < artifact.version)))
}

/** Stores bytes as a file of the artifact, within its size limit. */
export async function keepBytes(
  task: Preparation<unknown, SubjectAccess>,
  bytes: Uint8Array,
  format: Format,
): Promise<StoredFile> {
  const { organization } = task.artifact
  const limit = organization ? plans[organization.plan].fileSize : previewFileSize
  const filename = format === 'html' ? 'content.html' : 'content.md'
  return ingestFile(task, { bytes: chunksOf(bytes), filename }, limit)
}

/** The version with every `oldText` replaced, each of which must occur exactly once; all or nothing (contract section 3). */
export async function applyEdits(
  { context, turn }: Preparation<unknown>,
  version: Version,
  edits: readonly Edit[],
): Promise<Uint8Array> {
  if (version.size > mergeLimit) throw tooLargeToEdit()
  const result = await edited(turn, openStoredFile(context, version), edits)
  if ('bytes' in result) return result.bytes
  throw refusedEdit(result)
}

function refusedEdit({ refused, edit }: RefusedEdit): Problem {
  if (refused === 'overlap')
    return new Problem('edit_not_unique', 'Two edits touch the same text. Join them into one edit.')
  const old = `The old text of edit ${edit + 1}`
  return refused === 'none'
    ? new Problem('edit_not_found', `${old} does not occur. Read the source and copy it exactly.`, { edit })
    : new Problem('edit_not_unique', `${old} occurs more than once. Give more of the text around it.`, {
        edit,
      })
}

const tooLargeToEdit = (): Problem =>
  new Problem(
    'file_too_large',
    'Files above 10 MB cannot be edited in place. Send the whole file as an update.',
    { limit: mergeLimit },
  )
