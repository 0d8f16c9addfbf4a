// What a rule or a key sent last of a page: a program that makes its file anew takes nothing from others who saved since.
import { lastingCredential } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import type { LastFile, Reading } from '../../storage/records.ts'
import type { StoredFile } from '../kernel/call.ts'
import type { AnyTask } from '../kernel/operation.ts'

type Asked = Pick<AnyTask, 'actor'> & { artifact: Artifact; rows: Pick<Reading, 'lastFiles'> }

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
  await rows.lastFiles.put(artifactId, credential, { number: version, blob, size, sha256 })
  keepFile(blob)
}
