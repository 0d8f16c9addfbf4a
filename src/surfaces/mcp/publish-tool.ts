// The tool publish: creates or updates, inline or from an upload; one form with a credential and one without.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { holderOf } from '../../auth/edit-tokens.ts'
import type { Actor } from '../../domain/actor.ts'
import { shortIdIn } from '../../domain/artifact.ts'
import { invalidInput, Problem } from '../../domain/problem.ts'
import { publish, update } from '../../operations/artifacts/artifacts.ts'
import { publishPreview, updatePreview } from '../../operations/artifacts/previews.ts'
import { get } from '../../operations/artifacts/read-artifacts.ts'
import * as fields from '../../operations/kernel/fields.ts'
import type { Operation } from '../../operations/kernel/operation.ts'
import { fieldErrorsOf, sentenceOf } from '../../operations/kernel/parse-input.ts'
import { inlineBody } from './inline.ts'
import { snakeKeys, toSnake } from './names.ts'
import { cutResult, type Facts, type Outcome } from './result.ts'
import { admittingError, inputSchema, type ObjectSchema, outputSchema } from './schema.ts'
import { type Arguments, baseOf, definitionOf, type Tool } from './tool.ts'
import { performOperation, type ToolCall } from './tool-call.ts'

const common = {
  content: z
    .string()
    .optional()
    .describe('The whole file as text; for more than about 100 KB use create_upload'),
  upload_id: fields.uploadId.optional().describe('A finished upload of create_upload, instead of content'),
  format: fields.format
    .optional()
    .describe('Without it, what begins as an HTML document is HTML; an update keeps its format'),
  name: fields.name.optional().describe('Title; without it the one found in the file'),
  short_id: fields.id
    .optional()
    .describe('Short ID or address of the artifact to update; leave out to create'),
  base_version: fields.version.optional().describe('With short_id: the version you edited from'),
  theme: fields.theme.optional(),
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters')
    .optional()
    .describe('A create repeated with it answers the first again'),
}

const signedInInput = z.strictObject({
  ...common,
  visibility: fields.visibility
    .optional()
    .describe('On create: private, company, or public only when the person asked for it'),
  emails: fields.sharedWith
    .optional()
    .describe('On create: people who may open it too, only as the person asked'),
  notify: fields.notify,
  message: fields.message,
  note: fields.note.optional(),
  merge: z.boolean().optional().describe('With base_version: join changes that do not overlap newer ones'),
})

const publicInput = z.strictObject({
  ...common,
  edit_token: z.string().max(200).optional().describe('With short_id: the edit_token that its publish gave'),
})

const hints = { readOnly: false, destructive: false, idempotent: false, openWorld: true }

const facts: ObjectSchema = {
  type: 'object',
  properties: {
    created: { type: 'boolean', description: 'False for an update' },
    replayed: { type: 'boolean', description: 'True where the idempotency_key was used before' },
  },
}

/** An artifact as it comes out, with what publish adds. */
const published = (...operations: Operation[]): ObjectSchema => {
  const schemas = operations.map(operation => outputSchema(operation))
  const [first, ...others] = schemas.map(({ required = [] }) => required)
  return {
    type: 'object',
    properties: Object.assign({}, ...schemas.map(({ properties }) => properties), facts.properties),
    required: [...(first ?? []).filter(name => others.every(names => names.includes(name))), 'created'],
  }
}

/** The tool of the endpoint for credentials. */
export const publishTool: Tool = {
  definition: definitionOf(
    {
      tool: 'publish',
      title: 'Publish or update',
      description:
        'Publishes one HTML or Markdown file and returns its address; with short_id and base_version it replaces the content at the same address. For small changes use edit_artifact, for the audience of what exists update_sharing.',
      hints,
    },
    inputSchema(signedInInput),
    admittingError(published(publish)),
  ),
  effect: 'write',
  scopesFor: () => ['artifacts:write'],
  audienceFor: ({ short_id: id, visibility, emails: sharedWith }) =>
    id === undefined && (visibility ?? sharedWith) !== undefined ? { visibility, sharedWith } : null,
  argumentFor: nameOf,
  async run(toolCall, given) {
    const input = checkArguments(signedInInput, given)
    if (input.short_id === undefined) return create(toolCall, publish, input)
    // A client that sends every default says `notify: false`, which asks for nothing.
    const { notify, ...withoutNotify } = input
    const changes = notify ? input : withoutNotify
    const fixed = ['visibility', 'emails', 'notify', 'message'].filter(name => changes[name] !== undefined)
    if (fixed.length > 0)
      throw invalidInput(
        fixed.map(field => ({
          field,
          message: 'is set on create; the audience of what exists is changed by itself',
        })),
      )
    return replace(toolCall, update, changes, toolCall.actor)
  },
}

/** The tool of the endpoint without sign-in: previews that end after 30 days. */
export const publicPublishTool: Tool = {
  definition: definitionOf(
    {
      tool: 'publish',
      title: 'Publish a public preview',
      description:
        'Publishes one HTML or Markdown file as a public preview, without an account, for 30 days. Anyone with the address can read it: never publish secrets. Give the claim_url to the person, who keeps the page by opening it and signing in; keep the edit_token for updates (with short_id and base_version).',
      hints,
    },
    inputSchema(publicInput),
    admittingError(published(publishPreview, update)),
  ),
  effect: 'write',
  scopesFor: () => [],
  argumentFor: nameOf,
  async run(toolCall, given) {
    const input = checkArguments(publicInput, given)
    if (input.short_id === undefined) return create(toolCall, publishPreview, input, handOver)
    const holder = await holderOf(toolCall.site.context, input.short_id, input.edit_token ?? '')
    return replace(toolCall, updatePreview, input, holder)
  },
}

const handOver =
  'Give claim_url to the person: opening it and signing in keeps the page beyond 30 days. Keep edit_token for updates. The page is public.'

interface Input {
  content?: string | undefined
  upload_id?: string | undefined
  format?: 'html' | 'markdown' | undefined
  short_id?: string | undefined
  base_version?: number | undefined
  idempotency_key?: string | undefined
  [name: string]: unknown
}

/** The arguments as they were given, once the schema has found nothing wrong with them. */
function checkArguments<T extends z.ZodObject>(schema: T, given: Arguments): Input & z.input<T> {
  const { error } = schema.safeParse(given, { error: sentenceOf })
  const errors = error ? fieldErrorsOf(error) : []
  if (errors.length === 0 && given.content !== undefined && given.upload_id !== undefined)
    errors.push({ field: 'upload_id', message: 'give content or upload_id, not both' })
  if (errors.length > 0) throw invalidInput(errors)
  return given as Input & z.input<T>
}

async function create(
  toolCall: ToolCall,
  operation: Operation,
  input: Input,
  remark?: string,
): Promise<CallToolResult> {
  const misplaced = ['base_version', 'merge', 'edit_token'].filter(name => input[name] !== undefined)
  if (misplaced.length > 0)
    throw invalidInput(
      misplaced.map(field => ({ field, message: 'belongs to an update; give short_id too' })),
    )
  const { content, upload_id: uploadId, idempotency_key: key } = input
  requireRunning(toolCall)
  const { value, replayed } = await performOperation(toolCall, operation, {
    input: operationInput(input),
    body: inlineBody({
      content,
      uploadId,
      format: input.format ?? null,
      otherwise: 'markdown',
      ...callbacksOf(toolCall),
    }),
    ...(key !== undefined && { idempotencyKey: key }),
  })
  return publishedResult(toolCall, value, {
    facts: { created: true, ...(replayed && { replayed }) },
    // A preview has the words of its caller alone; an organization has a name that others gave it.
    untrusted: remark === undefined,
    ...(remark !== undefined && { remark }),
  })
}

async function replace(
  toolCall: ToolCall,
  operation: Operation,
  input: Input,
  actor: Actor,
): Promise<CallToolResult> {
  const { content, upload_id: uploadId } = input
  const base = baseOf(input.base_version)
  const kept = input.format ?? (await currentFormat(toolCall, input, actor))
  const format = content === undefined ? kept : (input.format ?? null)
  requireRunning(toolCall)
  const { value } = await performOperation(toolCall, operation, {
    actor,
    input: { ...operationInput(input), ...(format && { format }) },
    base,
    body: inlineBody({ content, uploadId, format, otherwise: kept, ...callbacksOf(toolCall) }),
  })
  return publishedResult(toolCall, value, { facts: { created: false }, untrusted: true })
}

/** Returns the callback that hears what is stored, and the signal that ends the wait. */
const callbacksOf = ({ progress, gone }: ToolCall) => ({ progress, gone })

/** The artifact as the result, with what publish adds. */
const publishedResult = (
  { size }: ToolCall,
  value: unknown,
  { facts, ...outcome }: Outcome,
): CallToolResult => cutResult(size, { ...outcome, facts: { ...(snakeKeys(value) as Facts), ...facts } })

/** The format of the artifact: an update without one keeps it, unless its content begins as an HTML document. */
async function currentFormat(
  toolCall: ToolCall,
  { content, upload_id, short_id: address = '' }: Input,
  actor: Actor,
): Promise<'html' | 'markdown'> {
  if (content === undefined && upload_id === undefined) return 'markdown'
  const id = shortIdIn(address, toolCall.site.context.url) ?? address
  const { value } = await performOperation(toolCall, get, { actor, input: { id } })
  return value.format
}

/** Input field of the operations → argument here; the rest differ by spelling alone. */
const renamed: Record<string, string> = { id: 'short_id', sharedWith: 'emails' }

function nameOf(field: string): string {
  return renamed[field] ?? toSnake(field)
}

const inputFields = [
  'id',
  'uploadId',
  'format',
  'name',
  'visibility',
  'sharedWith',
  'notify',
  'message',
  'theme',
  'note',
  'merge',
]

const operationInput = (input: Input): Record<string, unknown> =>
  Object.fromEntries(
    inputFields
      .filter(field => input[nameOf(field)] !== undefined)
      .map(field => [field, input[nameOf(field)]]),
  )

function requireRunning({ site }: ToolCall): void {
  if (site.stopping())
    throw new Problem(
      'shutting_down',
      'The server is stopping and takes no new file. Publish again in a moment.',
    )
}
