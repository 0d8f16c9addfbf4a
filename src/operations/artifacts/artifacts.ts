// Publishing and updating: the main job.
import { z } from 'zod'
import { defaultName, theme } from '../../domain/artifact.ts'
import { Problem } from '../../domain/problem.ts'
import { planReanchoring } from '../comments/reanchor-threads.ts'
import * as fields from '../kernel/fields.ts'
import { type AnyTask, operation } from '../kernel/operation.ts'
import { spendUpload } from '../kernel/read-request.ts'
import { addVersion, requireCurrentVersion } from './add-version.ts'
import { artifactSchema, presentArtifact } from './artifact-answer.ts'
import { createArtifact } from './create-artifact.ts'
import { keepLastFile } from './last-file.ts'
import { merge } from './merge-versions.ts'

const byComposite = {
  gap: 'the tool publish creates and updates; it is written by hand over both operations',
}

export const publish = operation({
  name: 'publish',
  summary: 'Publish one HTML or Markdown file and get its address.',
  input: z.object({
    uploadId: fields.uploadId.optional(),
    format: fields.format.optional(),
    name: fields.name.optional(),
    visibility: fields.visibility.optional(),
    sharedWith: fields.sharedWith.optional(),
    notify: fields.notify,
    message: fields.message,
    theme: fields.theme.optional(),
    labels: fields.labels.optional(),
    note: fields.note.optional(),
  }),
  output: artifactSchema,
  effect: 'write',
  access: { organization: 'author', scope: 'artifacts:write' },
  content: 'required',
  replayAnswer: 'plain',
  fails: [
    'plan_limit',
    'service_key_private',
    'public_artifacts_disabled',
    'external_sharing_disabled',
    'unknown_visibility',
    'malformed_address',
    'unknown_theme',
    'contains_key',
    'rate_limited',
  ],
  rest: { method: 'POST', path: '/v1/artifacts', success: 201, body: 'multipart', tag: 'version' },
  mcp: byComposite,
  cli: { gap: 'recto publish creates and updates; it is written by hand over both operations' },
  async run(task) {
    const { input } = task
    const file = requireFile(task)
    await spendUpload(task, input.uploadId)
    return createArtifact(task, file, {
      name: input.name ?? defaultName(file.title, file.filename ?? undefined),
      theme: theme(input.theme ?? 'github'),
      audience: input,
      notice: input,
      labels: input.labels,
      note: input.note,
    })
  },
})

export const update = operation({
  name: 'update',
  summary: 'Replace the content at the same address, naming the version edited from.',
  input: z.object({
    id: fields.id,
    uploadId: fields.uploadId.optional(),
    format: fields.format.optional(),
    name: fields.name.optional(),
    theme: fields.theme.optional(),
    note: fields.note.optional(),
    skipUnchanged: z.boolean().optional().describe('Make no version where the bytes are the same'),
    merge: z.boolean().optional().describe('Merge into the current version where the changes do not overlap'),
    keepOthers: z
      .boolean()
      .optional()
      .describe(
        'For a file that a program makes anew. True: merge it from what the same rule or key sent last; If-Match names the baseVersion that the list of versions gives. False: it replaces the version that If-Match names, and the next one is merged from it',
      ),
    reload: z.boolean().optional().describe('Show it at once on open pages where nobody is writing'),
  }),
  output: artifactSchema,
  effect: 'write',
  access: { artifact: 'edit' },
  content: 'required',
  based: true,
  fails: [
    'unknown_theme',
    'public_artifacts_disabled',
    'external_sharing_disabled',
    'contains_key',
    'content_blocked',
  ],
  rest: {
    method: 'PUT',
    path: '/v1/artifacts/{id}',
    success: 200,
    query: ['skipUnchanged', 'merge', 'keepOthers'],
    body: 'multipart',
    tag: 'version',
  },
  mcp: byComposite,
  cli: { gap: 'recto publish --id updates; it is written by hand over both operations' },
  makeFile: merge,
  beforeTransaction: planReanchoring,
  async run(task) {
    const { input, artifact, context, actor } = task
    const file = requireFile(task)
    const look = input.theme === undefined ? undefined : theme(input.theme)
    const same =
      file.sha256 === artifact.sha256 &&
      (input.name ?? artifact.name) === artifact.name &&
      (look ?? artifact.theme) === artifact.theme
    const merged = file.against !== undefined && { merged: true }
    const keepLast = async (version: number) => {
      if (input.keepOthers !== undefined) await keepLastFile(task, artifact.id, version, file)
    }
    if (input.skipUnchanged && same && requireCurrentVersion(task, file)) {
      await keepLast(artifact.version)
      return { ...presentArtifact(context, actor, artifact), unchanged: true, ...merged }
    }
    await spendUpload(task, input.uploadId)
    const { name, note, reload } = input
    const updated = await addVersion(task, file, { name, theme: look, note, reload })
    await keepLast(updated.version)
    return { ...updated, ...merged }
  },
})

function requireFile({ file }: AnyTask) {
  if (file) return file
  throw new Problem('file_required', 'Send the HTML or Markdown file to publish.')
}
