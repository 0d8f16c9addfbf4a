// Staged transfers: declare a file, send its bytes to a one-time address, publish it by its id.

import { z } from 'zod'
import { checkFile } from '../../content/html/check-file.ts'
import { formatOf } from '../../content/html/format.ts'
import { derivedToken, isMadeHere } from '../../crypto.ts'
import { organizationOf } from '../../domain/actor.ts'
import { plans, previewFileSize, tooLarge } from '../../domain/plan.ts'
import { notFound, Problem } from '../../domain/problem.ts'
import type { Upload } from '../../storage/records.ts'
import type { Context } from '../kernel/context.ts'
import { countUse } from '../kernel/limits.ts'
import { type AnyTask, operation } from '../kernel/operation.ts'
import { SecretScan } from '../kernel/secret-scan.ts'
import { iso } from '../kernel/time.ts'
import { uuid } from '../kernel/uuid.ts'

/** Time to begin and finish a transfer. */
const uploadLifetime = 15 * 60_000

const HOUR = 3_600_000

const uploadInput = z.object({
  sizeBytes: z.int().min(1).max(1_000_000_000_000).describe('Exact size of the file in bytes'),
  filename: z.string().min(1).max(255).optional().describe('Name with .html or .md; tells the format'),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .optional()
    .describe('SHA-256 of the file in hex; other bytes are then refused'),
})

const uploadSchema = z.object({
  uploadId: z.string(),
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  maxBytes: z.int(),
  expiresAt: z.iso.datetime(),
  curl: z
    .string()
    .describe(
      'The transfer as a command, to be run in the folder of the file; without a filename put it in the place of FILE',
    ),
})

type PresentedUpload = z.output<typeof uploadSchema>
/** The command ends with the address, which holds a secret and is not stored. */
type StoredUpload = Omit<PresentedUpload, 'url'>

const uploadToken = (context: Pick<Context, 'secret'>, id: string): string =>
  derivedToken(context, 'upload', id)

function withAddress(context: Context, facts: StoredUpload): PresentedUpload {
  const url = `${context.url}/v1/uploads/${facts.uploadId}?t=${uploadToken(context, facts.uploadId)}`
  return { ...facts, url, curl: `${facts.curl} ${quoted(url)}` }
}

/** The transfer as a command of a POSIX shell, up to its address. */
function commandFor(filename: string | undefined): string {
  const file =
    filename === undefined || /\p{C}/u.test(filename) ? 'FILE' : filename === '-' ? './-' : filename
  return `curl -sS --fail-with-body -X PUT --data-binary ${quoted(`@${file}`)} -H ${quoted(`Content-Type: ${mediaType(filename)}`)}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const replay = {
  store: ({ url, ...facts }: PresentedUpload): StoredUpload => ({
    ...facts,
    curl: facts.curl.slice(0, -` ${quoted(url)}`.length),
  }),
  derive: (stored: unknown, context: Context): PresentedUpload =>
    withAddress(context, stored as StoredUpload),
}

export const createUpload = operation({
  name: 'createUpload',
  summary: 'Announce a file and get a one-time address for its bytes.',
  input: uploadInput,
  output: uploadSchema,
  effect: 'write',
  access: { organization: 'author', scope: 'artifacts:write' },
  replayAnswer: replay,
  fails: ['file_too_large', 'unsupported_format', 'single_file_only'],
  rest: { method: 'POST', path: '/v1/uploads', success: 201, body: 'json' },
  mcp: { gap: 'the tool create_upload is one on both endpoints; derived from a mapping of its own' },
  cli: { gap: 'recto publish streams the file itself' },
  async run(task) {
    const id = organizationOf(task.actor)
    const organization = id === null ? null : await task.rows.people.organization(id)
    return announce(
      task,
      task.actor.credential,
      organization ? plans[organization.plan].fileSize : previewFileSize,
    )
  },
})

/** Throws if the operator takes nothing from people without an account. */
export function requirePreviews({ publicPreviews }: Pick<Context, 'publicPreviews'>): void {
  if (publicPreviews) return
  throw new Problem('previews_disabled', 'This server takes no public previews. Sign in or use an API key.')
}

export const createPublicUpload = operation({
  ...createUpload,
  name: 'createPublicUpload',
  summary: 'Announce a file for a public preview and get a one-time address for its bytes.',
  access: 'anyone',
  fails: ['file_too_large', 'unsupported_format', 'single_file_only', 'previews_disabled', 'rate_limited'],
  rest: { method: 'POST', path: '/v1/public/uploads', success: 201, body: 'json' },
  async run(task): Promise<PresentedUpload> {
    const { context, rows, call, now } = task
    requirePreviews(context)
    if (context.rateLimits)
      await countUse(rows, { what: 'uploads', name: call.network, limit: 20, windowMs: HOUR }, now)
    return announce(task, null, previewFileSize)
  },
})

const mediaType = (filename: string | undefined): string =>
  filename === undefined
    ? 'application/octet-stream'
    : /\.html?$/i.test(filename)
      ? 'text/html'
      : 'text/markdown'

type UploadTask = AnyTask & { input: z.output<typeof uploadInput> }

async function announce(
  { context, rows, input, now, addAuditDetails }: UploadTask,
  credential: string | null,
  limit: number,
): Promise<PresentedUpload> {
  if (input.sizeBytes > limit) throw tooLarge(limit)
  // A name without an extension says nothing yet; one of another kind of file is refused before its bytes travel.
  if (input.filename !== undefined) formatOf(input.filename, 'text/markdown')
  const upload: Upload = {
    id: uuid(now),
    credential,
    organizationId: null,
    sizeBytes: input.sizeBytes,
    filename: input.filename ?? null,
    announcedSha256: input.sha256?.toLowerCase() ?? null,
    received: null,
    spentAt: null,
    createdAt: now,
    expiresAt: now + uploadLifetime,
  }
  await rows.uploads.insert(upload)
  addAuditDetails(upload.id, { sizeBytes: upload.sizeBytes })
  return withAddress(context, {
    uploadId: upload.id,
    method: 'PUT',
    headers: { 'Content-Type': mediaType(input.filename) },
    maxBytes: input.sizeBytes,
    expiresAt: iso(upload.expiresAt),
    curl: commandFor(input.filename),
  })
}

/** The open upload of an address, checked by the token in it alone; 404, 410 or 409 else. */
export async function openUpload(context: Context, id: string, token: string): Promise<Upload> {
  const upload = isMadeHere(context, token, each => uploadToken(each, id))
    ? await context.records.uploads.find(id)
    : null
  if (!upload) throw notFound()
  if (upload.expiresAt <= context.clock())
    throw new Problem('upload_expired', 'This upload has expired. Create another one.')
  if (upload.received || upload.spentAt !== null)
    throw new Problem(
      'upload_mismatch',
      'This address took its file already. Publish with its uploadId, or create another upload.',
    )
  return upload
}

/** Takes the bytes; what differs from the announcement is refused and leaves nothing. */
export async function takeBytes(
  context: Context,
  upload: Upload,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ uploadId: string; size: number; sha256: string }> {
  const keys = new SecretScan()
  const stored = await context.blobs.put(
    context.reserve.watch(keys.watch(checkFile(bytes, upload.sizeBytes, moreThanAnnounced))),
  )
  const received = { ...stored, keyHashes: keys.hashes }
  const mismatch = difference(upload, stored)
  const taken =
    !mismatch &&
    (await context.records.transaction(rows => rows.uploads.receive(upload.id, received, context.clock())))
  if (taken) return { uploadId: upload.id, size: stored.size, sha256: stored.sha256 }
  await context.blobs.delete(stored.blob)
  throw new Problem(
    'upload_mismatch',
    mismatch ?? 'The bytes of this upload arrived already, or too late. Create another upload.',
  )
}

const moreThanAnnounced = (limit: number): Problem =>
  new Problem(
    'file_too_large',
    `${limit} bytes were announced and more arrived. Create another upload with the exact size.`,
    { limit },
  )

function difference(upload: Upload, stored: { size: number; sha256: string }): string | null {
  if (stored.size !== upload.sizeBytes) {
    return `${upload.sizeBytes} bytes were announced and ${stored.size} arrived. Announce the exact size and send the whole file.`
  }
  if (upload.announcedSha256 && stored.sha256 !== upload.announcedSha256) {
    return 'The SHA-256 of the bytes differs from the announced one. Send the file again.'
  }
  return null
}
