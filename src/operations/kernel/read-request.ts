// Reads a call's body after the caller is authorized: limits and version first, then the file.
import { organizationOf } from '../../domain/actor.ts'
import type { Artifact } from '../../domain/artifact.ts'
import { largestFileSize, plans, previewFileSize } from '../../domain/plan.ts'
import { requireNamed } from '../../domain/precondition.ts'
import { invalidInput, Problem } from '../../domain/problem.ts'
import type { Upload } from '../../storage/records.ts'
import type { Body, Call, StoredFile } from './call.ts'
import type { Context } from './context.ts'
import { type FileIngest, ingestFile, ingestUpload } from './file-ingest.ts'
import type { AnyTask, Operation } from './operation.ts'
import { VersionConflict } from './version-conflict.ts'
import { turnOf } from './worker-turn.ts'
import type { WrittenFiles } from './written-files.ts'

export interface ReadRequest {
  input: Record<string, unknown>
  file: StoredFile | null
}

interface BodySource {
  context: Context
  operation: Operation
  call: Call
  artifact: Artifact | undefined
  /** The answer was given before, so what it took from versions and uploads is not asked for again. */
  answered: boolean
  files: WrittenFiles
}

/** The whole input, with the file where the operation takes one. */
export async function readRequest(reception: BodySource): Promise<ReadRequest> {
  const { context, operation, call, artifact, answered } = reception
  const based = operation.based && artifact && !answered ? artifact : null
  if (!call.body) {
    if (based) requireCurrent(call, based)
    return { input: call.input, file: null }
  }
  const limit = await sizeLimit(context, call, artifact)
  call.body.announce(limit)
  if (based) requireCurrent(call, based)
  return readBody(reception, call.body, limit)
}

async function readBody(reception: BodySource, body: Body, limit: number): Promise<ReadRequest> {
  const { context, operation, call, answered, files } = reception
  const at = { context, turn: turnOf(context, call) }
  const { fields, file } = await body.read(limit, incoming => ingestFile(at, incoming, limit, files))
  const input = { ...fields, ...call.input }
  if (file && input.uploadId !== undefined) throw bothGiven()
  if (file || !operation.content || (answered && input.uploadId !== undefined)) return { input, file }
  return { input, file: await staged(at, call, input, limit) }
}

const bothGiven = (): Problem =>
  invalidInput([{ field: 'uploadId', message: 'stands in place of a file. Send one of them.' }])

/** 428, 400 and 412 as far as they are known before the body; with `merge` and `keepOthers` the 412 is decided later. */
function requireCurrent(call: Call, artifact: Artifact): void {
  const named = requireNamed(call.base ?? 'missing', artifact.version)
  const { merge, keepOthers } = call.input
  if (merge !== true && keepOthers !== true && !named.includes(artifact.version))
    throw new VersionConflict(artifact, named)
}

async function staged(
  at: FileIngest,
  call: Call,
  input: Record<string, unknown>,
  limit: number,
): Promise<StoredFile> {
  if (input.uploadId === undefined) {
    throw new Problem(
      'file_required',
      'Send the HTML or Markdown file as the part "file", or name a finished upload as "uploadId".',
    )
  }
  const id = typeof input.uploadId === 'string' ? input.uploadId : ''
  const upload = usable(await at.context.records.uploads.find(id), call, at.context.clock())
  const format = input.format === 'html' || input.format === 'markdown' ? input.format : undefined
  return ingestUpload(at, upload, format, limit)
}

function usable(upload: Upload | null, call: Call, now: number): Upload {
  const bound = upload?.credential ?? null
  if (!upload || upload.spentAt !== null || (bound !== null && bound !== call.actor.credential))
    throw unknownUpload()
  if (upload.expiresAt > now) return upload
  throw new Problem('upload_expired', 'The upload has expired. Create another one and send the bytes again.')
}

/** An upload brings its bytes once. Throws if somebody was first. */
export async function spendUpload(
  { rows, now }: Pick<AnyTask, 'rows' | 'now'>,
  uploadId: string | undefined,
): Promise<void> {
  if (uploadId !== undefined && !(await rows.uploads.spend(uploadId, now))) throw unknownUpload()
}

const unknownUpload = (): Problem =>
  invalidInput([
    { field: 'uploadId', message: 'there is no such upload, or it was used already. Create another one.' },
  ])

async function sizeLimit(context: Context, call: Call, artifact: Artifact | undefined): Promise<number> {
  if (artifact) return artifact.organization ? plans[artifact.organization.plan].fileSize : previewFileSize
  const id = organizationOf(call.actor)
  if (!id) return previewFileSize
  const organization = await context.records.people.organization(id)
  return organization ? plans[organization.plan].fileSize : largestFileSize
}
