// The trash and copies: deleting, bringing back, and making another artifact from one.
import { z } from 'zod'
import { isGated } from '../../domain/audience.ts'
import { may } from '../../domain/policy.ts'
import { notifyOwner } from '../feed/notices.ts'
import { readableVersion } from '../kernel/addressed-version.ts'
import * as fields from '../kernel/fields.ts'
import { chunksOf } from '../kernel/file-ingest.ts'
import { operation } from '../kernel/operation.ts'
import { openStoredFile } from '../kernel/stored-file.ts'
import { artifactSchema, presentArtifact } from './artifact-answer.ts'
import { requireGatedRoom } from './audience.ts'
import { createArtifact } from './create-artifact.ts'

export const remove = operation({
  name: 'delete',
  summary: 'Move an artifact to the trash, where it stays for 30 days.',
  input: z.object({ id: fields.id }),
  output: null,
  effect: 'write',
  access: { artifact: 'delete' },
  fails: [],
  rest: { method: 'DELETE', path: '/v1/artifacts/{id}', success: 204 },
  mcp: {
    tool: 'delete_artifact',
    title: 'Delete an artifact',
    description:
      'Moves an artifact to the trash, from where its owner can restore it for 30 days. Do it only when the person asked for it.',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
    done: 'deleted',
  },
  cli: { command: 'delete', positional: ['id'] },
  async run(task) {
    const { artifact, rows, now } = task
    await rows.artifacts.trash(artifact.id, now)
    task.emitEvent('artifact.deleted', artifact, {})
    task.addAuditDetails(artifact.shortId)
    await notifyOwner(task, 'deleted a page of yours', 'You can restore it from the trash for 30 days.')
    return undefined
  },
})

export const undelete = operation({
  name: 'undelete',
  summary: 'Bring an artifact back from the trash.',
  input: z.object({ id: fields.id }),
  output: artifactSchema.optional(),
  effect: 'write',
  access: { artifact: 'undelete', inTrash: 'undelete', onlyTrash: true },
  replayAnswer: 'plain',
  fails: ['plan_limit'],
  rest: {
    method: 'POST',
    path: '/v1/artifacts/{id}/undelete',
    success: 200,
    noContent: 'It is back, but the caller may not read it',
  },
  mcp: { gap: 'bringing back is for people, in the dashboard or on the command line' },
  cli: { command: 'undelete', positional: ['id'], headline: 'url' },
  async run({ artifact, rows, now, addAuditDetails, emitEvent, context, actor }) {
    const expired = artifact.expiresAt !== null && artifact.expiresAt <= now
    if (artifact.organization && isGated(artifact.visibility)) {
      const organization = (await rows.people.lockOrganization(artifact.organization.id))!
      await requireGatedRoom(rows, organization, artifact.visibility, now, artifact)
    }
    await rows.artifacts.undelete(artifact.id, expired ? null : artifact.expiresAt)
    emitEvent('artifact.restored', artifact, { visibility: artifact.visibility })
    addAuditDetails(artifact.shortId)
    const current = (await rows.artifacts.find(artifact.shortId))!
    return may(actor, 'read', current) ? presentArtifact(context, actor, current) : undefined
  },
})

export const copy = operation({
  name: 'copy',
  summary: 'Make a new artifact with the content of this one; comments and named people stay behind.',
  input: z.object({
    id: fields.id,
    version: fields.version.optional().describe('Default is the current version'),
    name: fields.name.optional(),
    visibility: fields.visibility.optional(),
    sharedWith: fields.sharedWith.optional(),
    notify: fields.notify,
    message: fields.message,
  }),
  output: artifactSchema,
  effect: 'write',
  access: { artifact: 'copy' },
  replayAnswer: 'plain',
  fails: [
    'plan_limit',
    'file_too_large',
    'service_key_private',
    'public_artifacts_disabled',
    'external_sharing_disabled',
    'unknown_visibility',
    'malformed_address',
    'contains_key',
    'rate_limited',
  ],
  rest: { method: 'POST', path: '/v1/artifacts/{id}/copies', success: 201, body: 'json', tag: 'version' },
  mcp: { gap: 'read_artifact and publish do the same in two steps' },
  cli: { command: 'copy', positional: ['id'], headline: 'url' },
  async makeFile(task) {
    const { contents, blobs, reserve } = task.context
    const source = await readableVersion(task, task.input.version)
    const bytes = await contents.read(source)
    const stored = await blobs.put(reserve.watch(bytes instanceof Uint8Array ? chunksOf(bytes) : bytes))
    const { title, text, miniature } = await task.context.descriptions.of({
      turn: task.turn,
      file: openStoredFile(task.context, source),
      format: source.format,
    })
    const keyHashes = await task.rows.versions.keyHashes(source.artifactId, source.number)
    return { ...stored, format: source.format, filename: null, title, text, miniature, keyHashes }
  },
  async run(task) {
    const { input, artifact: source } = task
    return createArtifact(task, task.file!, {
      name: input.name ?? source.name,
      theme: source.theme,
      audience: input,
      notice: input,
      copyOf: source.shortId,
    })
  },
})
