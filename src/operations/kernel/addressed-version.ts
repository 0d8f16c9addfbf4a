// The version that the address of an artifact names with `@n`: reads take it, writes refuse it (contract section 2).
import type { Actor } from '../../domain/actor.ts'
import type { Artifact, Version } from '../../domain/artifact.ts'
import { type ArtifactAddress, parseArtifactAddress } from '../../domain/artifact-address.ts'
import { mayHistory } from '../../domain/policy.ts'
import { invalidInput, notFound } from '../../domain/problem.ts'
import type { Reading } from '../../storage/records.ts'
import type { Call } from './call.ts'
import type { Context } from './context.ts'
import * as fields from './fields.ts'
import type { Operation } from './operation.ts'

/** A version of the artifact that exists, else 404. */
export async function versionOf(rows: Reading, artifact: Artifact, number: number): Promise<Version> {
  const version = await rows.versions.find(artifact.id, number)
  if (!version) throw notFound()
  return version
}

/** The version asked for: the current one for every reader, others for those who may see the history. */
export async function readableVersion(
  task: { rows: Reading; artifact: Artifact; actor: Actor },
  number: number | undefined,
): Promise<Version> {
  const { artifact, actor, rows } = task
  const wanted = number ?? artifact.version
  if (wanted !== artifact.version && !mayHistory(actor, artifact)) throw notFound()
  return versionOf(rows, artifact, wanted)
}

interface AddressedRead {
  context: Pick<Context, 'url'>
  operation: Pick<Operation, 'versionField'>
  call: Call
  rows: Reading
  artifact: Artifact
}

/**
 * The input of a read with the version that its address names, if it names one.
 * @throws Problem 404 if the caller may not read that version; 422 if it differs from the version beside it, or if the
 * operation reads the current version only
 */
export async function withAddressedVersion(read: AddressedRead): Promise<Record<string, unknown>> {
  const { context, operation, call, rows, artifact } = read
  const version = versionNamedBy(call.input.id, context)
  if (version === null) return call.input
  if (version !== artifact.version) await readableVersion({ rows, artifact, actor: call.actor }, version)
  const field = operation.versionField
  if (field === undefined) {
    if (version !== artifact.version) refuseVersion('id', version)
    return call.input
  }
  if ((call.input[field] ?? version) === version) return { ...call.input, [field]: version }
  throw invalidInput([{ field, message: `is not ${version}, the version that the address names` }])
}

/** Refuses an address that names a version: a write concerns the artifact. */
export const refuseAddressedVersion = (context: Pick<Context, 'url'>, { input }: Call): void =>
  refuseVersion('id', versionNamedBy(input.id, context))

/** 404 for a write that takes from a version which does not exist; what is no version at all is refused with the input. */
export async function requireSourceVersion(
  rows: Reading,
  { sourceVersionField }: Pick<Operation, 'sourceVersionField'>,
  { input }: Call,
  artifact: Artifact,
): Promise<void> {
  if (sourceVersionField === undefined) return
  const { success, data } = fields.version.safeParse(input[sourceVersionField])
  if (success) await versionOf(rows, artifact, data)
}

/**
 * Refuses the version that an address names.
 * @throws Problem 422 unless it is null
 */
export function refuseVersion(field: string, version: ArtifactAddress['version']): void {
  if (version === null) return
  const message = `names version ${version}, which is of no use here. Leave out "@${version}"`
  throw invalidInput([{ field, message }])
}

const versionNamedBy = (id: unknown, { url }: Pick<Context, 'url'>): ArtifactAddress['version'] =>
  typeof id === 'string' ? (parseArtifactAddress(id, url)?.version ?? null) : null
