// The file that a rule or a key sent last of a page: a program that makes its file anew takes nothing from others who saved since.
import { lastingCredential } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import type { LastFile, Reading } from '../../storage/records.ts'
import { authorOf } from '../kernel/audit-log.ts'
import type { StoredFile } from '../kernel/call.ts'
import type { AnyTask } from '../kernel/operation.ts'
import type { Others } from '../kernel/version-conflict.ts'

type Asked = Pick<AnyTask, 'actor'> & { artifact: Artifact; rows: Pick<Reading, 'lastFiles' | 'versions'> }

/** The file that the caller's rule or key sent last of the artifact; null if it sent none. */
export async function findLastFile({ actor, artifact, rows }: Asked): Promise<LastFile | null> {
  const credential = lastingCredential(actor)
  return credential === null ? null : rows.lastFiles.find(artifact.id, credential)
}

/**
 * The version that the caller's next file starts from. A rule or key that sent none yet goes on from what services saved
 * before anybody else did, so that it takes nothing from a person. Null where there is no such version.
 */
export async function findBaseVersion(task: Asked): Promise<number | null> {
  if (lastingCredential(task.actor) === null) return null
  const last = await findLastFile(task)
  return last?.number ?? ((await task.rows.lastFiles.lastBeforeOthers(task.artifact.id)) || null)
}

/** More are not counted. */
const MOST_OTHERS = 1000

/**
 * Finds the versions that others saved since the caller's file was the page alone. Where nobody else did by name, all versions
 * since then, because another rule or key of that name, or an agent with this one, was there. Null where the file is the page still.
 */
export async function findOthers(task: Asked & Pick<AnyTask, 'call'>): Promise<Others | null> {
  const { artifact, rows, call, actor } = task
  const own = (await findLastFile(task))?.ownNumber
  const since = own ?? (await rows.lastFiles.lastBeforeOthers(artifact.id))
  const { personId, name } = authorOf(call)
  const saver = { personId, name, actorType: actor.kind === 'service' ? 'service' : 'agent' } as const
  const versions = await rows.lastFiles.savedByOthers(artifact.id, since, saver, MOST_OTHERS)
  if (versions.length > 0) return { since, versions }
  const all = await rows.versions.list(artifact.id, null, Math.min(MOST_OTHERS, artifact.version - since))
  return all.length > 0 ? { since, versions: all } : null
}

/** Remembers the file as it was sent, which is more than the version says where it was merged. */
export async function keepLastFile(
  { actor, rows, keepFile }: Pick<AnyTask, 'actor' | 'rows' | 'keepFile'>,
  artifactId: string,
  version: number,
  file: StoredFile,
): Promise<void> {
  const credential = lastingCredential(actor)
  if (credential === null) return
  const { blob, size, sha256 } = file.sent ?? file
  const ownNumber = sha256 === file.sha256 ? version : null
  await rows.lastFiles.put(artifactId, credential, { number: version, ownNumber, blob, size, sha256 })
  keepFile(blob)
}
