// History: earlier versions, what changed, going back, and edits in place.

import { z } from 'zod'
import type { JsonBytes } from '../../domain/json-bytes.ts'
import { Problem } from '../../domain/problem.ts'
import { planReanchoring } from '../comments/reanchor-threads.ts'
import { versionOf } from '../kernel/addressed-version.ts'
import { page, pageOf, unpackCursor } from '../kernel/cursor.ts'
import * as fields from '../kernel/fields.ts'
import { operation } from '../kernel/operation.ts'
import { openStoredFile } from '../kernel/stored-file.ts'
import { unifiedDiff } from '../kernel/version-diff.ts'
import { addVersion } from './add-version.ts'
import { artifactSchema, presentVersion, versionSchema } from './artifact-answer.ts'
import { findBaseVersion } from './last-file.ts'
import { applyEdits, keepBytes } from './merge-versions.ts'

export const versions = operation({
  name: 'versions',
  summary: 'List the versions of an artifact, newest first.',
  input: z.object({ id: fields.id, limit: fields.limit, cursor: fields.cursor.optional() }),
  output: pageOf(versionSchema).extend({
    baseVersion: z
      .int()
      .optional()
      .describe(
        'Only for keys and grants: the version to name with keepOthers. The one that was current once this rule or key had sent its last file; if it sent none, the newest before anybody but services saved one. Absent where there is none',
      ),
  }),
  effect: 'read',
  access: { artifact: 'history' },
  fails: [],
  rest: { method: 'GET', path: '/v1/artifacts/{id}/versions', success: 200 },
  mcp: {
    tool: 'list_versions',
    title: 'List versions',
    description: 'Lists the versions of an artifact, newest first: who saved each, when, with which note.',
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    row: [
      'version',
      'current',
      'author',
      'actorType',
      'actorName',
      'note',
      'size',
      'restoredFrom',
      'createdAt',
    ],
  },
  cli: { command: 'versions', positional: ['id'] },
  async run(task) {
    const { context, artifact, input, rows } = task
    const kind = `versions ${artifact.id}`
    const before = unpackCursor<number>(context, kind, input.cursor)
    const found = await rows.versions.list(artifact.id, before, input.limit + 1)
    const shown = page(context, kind, found, input.limit, {
      show: version => presentVersion(version, artifact.version),
      position: version => version.number,
    })
    const baseVersion = await findBaseVersion(task)
    return { ...shown, ...(baseVersion && { baseVersion }) }
  },
})

export const version = operation({
  name: 'version',
  summary: 'Read the facts of one version.',
  input: z.object({ id: fields.id, n: fields.version }),
  output: versionSchema,
  effect: 'read',
  access: { artifact: 'history' },
  versionField: 'n',
  fails: [],
  rest: { method: 'GET', path: '/v1/artifacts/{id}/versions/{n}', success: 200 },
  mcp: { gap: 'list_versions says the same of every version' },
  cli: { gap: 'recto versions says the same of every version' },
  async run({ artifact, input, rows }) {
    return presentVersion(await versionOf(rows, artifact, input.n), artifact.version)
  },
})

export const restore = operation({
  name: 'restore',
  summary: 'Make a new version with the content of an old one.',
  input: z.object({
    id: fields.id,
    n: fields.version.describe('The version whose content comes back'),
    note: fields.note.optional(),
  }),
  output: artifactSchema,
  effect: 'write',
  access: { artifact: 'edit' },
  based: true,
  sourceVersionField: 'n',
  replayAnswer: 'plain',
  fails: ['contains_key'],
  rest: {
    method: 'POST',
    path: '/v1/artifacts/{id}/versions/{n}/restore',
    success: 200,
    body: 'json',
    tag: 'version',
  },
  mcp: {
    tool: 'restore_version',
    title: 'Restore a version',
    description:
      'Makes a new version with the content of an old one. base_version is the current version you looked at.',
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    rename: { n: 'version' },
  },
  cli: { command: 'restore', positional: ['id', 'n'], headline: 'url' },
  async makeFile(task) {
    const old = await versionOf(task.rows, task.artifact, task.input.n)
    const { context, turn } = task
    const { format } = old
    const { title, text, miniature } = await context.descriptions.of({
      turn,
      file: openStoredFile(context, old),
      format,
    })
    return {
      blob: old.blob,
      size: old.size,
      sha256: old.sha256,
      format: old.format,
      filename: null,
      title,
      text,
      miniature,
      keyHashes: await task.rows.versions.keyHashes(old.artifactId, old.number),
      shared: true,
    }
  },
  beforeTransaction: planReanchoring,
  run: task => addVersion(task, task.file!, { note: task.input.note, restoredFrom: task.input.n }),
})

export const edit = operation({
  name: 'edit',
  summary: 'Replace passages in place; each old text must occur exactly once.',
  input: z.object({
    id: fields.id,
    edits: z
      .array(
        z.strictObject({
          oldText: z.string().min(1).describe('Exact passage, once in the source'),
          newText: z.string().describe('What replaces it'),
        }),
      )
      .min(1)
      .max(200)
      .describe('Passages to replace; all or none'),
    note: fields.note.optional(),
  }),
  output: artifactSchema,
  effect: 'write',
  access: { artifact: 'edit' },
  based: true,
  replayAnswer: 'plain',
  fails: ['edit_not_found', 'edit_not_unique', 'file_too_large', 'empty_file', 'contains_key', 'overloaded'],
  rest: {
    method: 'POST',
    path: '/v1/artifacts/{id}/edits',
    success: 200,
    body: 'json',
    // Edits carry passages of a file of up to 10 MB.
    bodyLimit: 12 * 1_048_576,
    tag: 'version',
  },
  mcp: {
    tool: 'edit_artifact',
    title: 'Edit an artifact',
    description:
      'Replaces passages of the source in place and saves a new version. Each old_text must occur exactly once; all edits or none are made. Read the source first (read_artifact with format source).',
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  },
  cli: { command: 'edit', positional: ['id'], headline: 'url' },
  async makeFile(task) {
    const current = await versionOf(task.rows, task.artifact, task.artifact.version)
    return keepBytes(task, await applyEdits(task, current, task.input.edits), current.format)
  },
  beforeTransaction: planReanchoring,
  run: task => addVersion(task, task.file!, { note: task.input.note }),
})

/** Both sides of a diff are read whole. */
const DIFF_LIMIT = 10 * 1_048_576

export const diff = operation({
  name: 'diff',
  summary: 'Show what changed between two versions.',
  input: z.object({
    id: fields.id,
    from: fields.version.optional().describe('Earlier version; default is the one before the later'),
    to: fields.version.optional().describe('Later version; default is the current one'),
  }),
  output: z.object({
    from: z.int(),
    to: z.int(),
    diff: fields.jsonBytes<string>({ type: 'string', description: 'Unified diff' }),
  }),
  effect: 'read',
  access: { artifact: 'history' },
  versionField: 'to',
  fails: ['file_too_large'],
  rest: {
    method: 'GET',
    path: '/v1/artifacts/{id}/diff',
    success: 200,
    alternates: { 'text/x-diff': (value: { diff: JsonBytes<string> }) => value.diff.read() },
  },
  mcp: {
    tool: 'diff_versions',
    title: 'Compare versions',
    description:
      'Shows what changed between two versions as a unified diff, in parts; next_offset says where to go on.',
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    rename: { from: 'from_version', to: 'to_version' },
    text: 'diff',
    inParts: true,
  },
  cli: { command: 'diff', positional: ['id', 'from', 'to'] },
  async run({ context, artifact, input, rows, actor, call, turn }) {
    const to = input.to ?? artifact.version
    const from = input.from ?? Math.max(1, to - 1)
    const [before, after] = await Promise.all([
      versionOf(rows, artifact, from),
      versionOf(rows, artifact, to),
    ])
    if (Math.max(before.size, after.size) > DIFF_LIMIT) {
      throw new Problem('file_too_large', 'Files above 10 MB are not compared. Read both versions instead.', {
        limit: DIFF_LIMIT,
      })
    }
    for (const version of [from, to]) context.readAudit.note(actor, artifact, version, () => call)
    return { from, to, diff: await unifiedDiff({ context, turn }, before, after) }
  },
})
