// Reads a call's body once the caller was admitted: limits and version first, then the file.
import { organizationOf } from '../domain/actor.ts'
import type { Artifact } from '../domain/artifact.ts'
import { largestFileSize, plans, previewFileSize } from '../domain/plan.ts'
import { requireNamed } from '../domain/precondition.ts'
import { invalidInput, Problem } from '../domain/problem.ts'
import type { Upload } from '../storage/records.ts'
import { Stale } from './conflict.ts'
import type { Context } from './context.ts'
import { fromUpload, keep, type StoredFile } from './intake.ts'
import type { Body, Call, Operation } from './operation.ts'

export interface Received {
  input: Record<string, unknown>
  file: StoredFile | null
  /** Blobs this call wrote; those no version names in the end are removed. */
  blobs: string[]
}

/** The whole input, with the file where the operation takes one. */
export async function receive(
  context: Context,
  operation: Operation,
  call: Call,
  artifact: Artifact | undefined,
): Promise<Received> {
  if (!call.body) {
    if (operation.based && artifact) requireCurrent(call, artifact)
    return { input: call.input, file: null, blobs: [] }
  }
  const limit = await sizeLimit(context, call, artifact)
  call.body.announce(limit)
  if (operation.based && artifact) requireCurrent(call, artifact)
  return readBody(context, operation, call, call.body, limit)
}

async function readBody(
  context: Context,
  operation: Operation,
  call: Call,
  body: Body,
  limit: number,
): Promise<Received> {
  const { fields, file } = await body.read(limit, incoming => keep(context, incoming, limit))
  const input = { ...fields, ...call.input }
  if (file || !operation.content) return { input, file, blobs: file ? [file.blob] : [] }
  return { input, file: await staged(context, call, input, limit), blobs: [] }
}

/** 428, 400 and 412 as far as they can be told before the body; with `merge` the 412 is judged later. */
function requireCurrent(call: Call, artifact: Artifact): void {
  const named = requireNamed(call.base ?? 'missing', artifact.version)
  if (call.input.merge !== true && !named.includes(artifact.version)) throw new Stale(artifact, named)
}

async function staged(
  context: Context,
  call: Call,
  input: Record<string, unknown>,
  limit: number,
): Promise<StoredFile> {
  if (typeof input.uploadId !== 'string') {
    throw new Problem(
      'file_required',
      'Send the HTML or Markdown file as the part "file", or name a finished upload as "uploadId".',
    )
  }
  const upload = usable(await context.records.uploads.find(input.uploadId), call, context.clock())
  const format = input.format === 'html' || input.format === 'markdown' ? input.format : undefined
  return fromUpload(context, upload, format, limit)
}

function usable(upload: Upload | null, call: Call, now: number): Upload {
  const bound = upload?.credential ?? null
  if (!upload || upload.spentAt !== null || (bound !== null && bound !== call.actor.credential))
    throw unknownUpload()
  if (upload.expiresAt > now) return upload
  throw new Problem('upload_expired', 'The upload has expired. Create another one and send the bytes again.')
}

export const unknownUpload = (): Problem =>
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
