// How an artifact comes to its next version: named base, no lost update, one statement decides.
import type { Theme } from '../../domain/artifact.ts'
import { requireNamed } from '../../domain/precondition.ts'
import { notFound } from '../../domain/problem.ts'
import type { NewVersion } from '../../storage/records.ts'
import { type ReanchorPlan, reanchorThreads } from '../comments/reanchor-threads.ts'
import { isLive } from '../kernel/authorize.ts'
import type { StoredFile } from '../kernel/call.ts'
import type { AnyTask, SubjectTask } from '../kernel/operation.ts'
import { findKeys, keyWarnings, requireNoBlockedKeys } from '../kernel/secret-scan.ts'
import { VersionConflict } from '../kernel/version-conflict.ts'
import { type PresentedArtifact, presentArtifact } from './artifact-answer.ts'

interface Change {
  name?: string | undefined
  theme?: Theme | undefined
  note?: string | undefined
  restoredFrom?: number | undefined
  /** Asks open pages to show it at once. */
  reload?: boolean | undefined
}

/** The row of a version that this task makes from the file. */
export function toVersionRow(
  task: Pick<AnyTask, 'author' | 'now'>,
  file: StoredFile,
  change: Pick<Change, 'note' | 'restoredFrom' | 'reload'> = {},
): NewVersion {
  const keyHashes = [...(file.keyHashes ?? []), ...findKeys(change.note)]
  return {
    blob: file.blob,
    size: file.size,
    sha256: file.sha256,
    format: file.format,
    text: file.text,
    miniature: file.miniature,
    note: change.note || null,
    author: task.author,
    restoredFrom: change.restoredFrom ?? null,
    createdAt: task.now,
    ...(keyHashes.length > 0 && { keyHashes }),
    ...(change.reload && { reload: true }),
  }
}

/** Throws Stale unless the writer named the current version, or the file was made from it. */
export function requireCurrentVersion(task: SubjectTask, file: StoredFile | null): number {
  const { artifact, call } = task
  const named = requireNamed(call.base ?? 'missing', artifact.version)
  const expected = file?.against === undefined ? named : [file.against]
  if (!expected.includes(artifact.version)) throw new VersionConflict(artifact, named)
  return artifact.version
}

/** Makes the file the next version; throws Stale where somebody was first. */
export async function addVersion(
  task: SubjectTask<unknown, ReanchorPlan | undefined>,
  file: StoredFile,
  change: Change,
): Promise<PresentedArtifact> {
  const { artifact, rows, context, actor } = task
  const from = requireCurrentVersion(task, file)
  if (!artifact.organization) await requireNoBlockedKeys(rows, file.sha256)
  const version = toVersionRow(task, file, change)
  const keyHashes = [...(version.keyHashes ?? []), ...findKeys(change.name)]
  const warned = await keyWarnings(task, keyHashes, artifact.visibility)
  const next = {
    version,
    ...(change.name !== undefined && { name: change.name }),
    ...(change.theme && { theme: change.theme }),
  }
  if (!(await rows.artifacts.addVersion(artifact.id, from, next))) throw await lost(task)
  if (!file.shared) task.keepFile(file.blob)
  task.emitEvent('artifact.updated', artifact, { version: from + 1, ...(change.reload && { reload: true }) })
  await reanchorThreads(task, from + 1)
  task.addAuditDetails(artifact.shortId, { version: from + 1 })
  const current = (await rows.artifacts.find(artifact.shortId)) ?? artifact
  return { ...presentArtifact(context, actor, current), ...warned }
}

/** Somebody was first: they saved a version, or moved it to the trash. */
async function lost({ artifact, rows, call, now }: SubjectTask): Promise<Error> {
  const current = await rows.artifacts.find(artifact.shortId)
  if (!current || !isLive(current, now)) return notFound()
  return new VersionConflict(current, requireNamed(call.base ?? 'missing', current.version))
}
