// The tools as a client lists them: names, arguments, hints and schemas.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer'
import { allOperations } from '../../../src/operations/index.ts'
import { isGap } from '../../../src/operations/kernel/operation.ts'
import { publicInstructions, signedInInstructions } from '../../../src/surfaces/mcp/instructions.ts'
import { toolGroups, toolSet } from '../../../src/surfaces/mcp/offer.ts'
import { publicTools, signedInTools } from '../../../src/surfaces/mcp/tools.ts'

const definitions = (tools: ReturnType<typeof signedInTools>) => tools.map(({ definition }) => definition)
const signedIn = definitions(signedInTools())
const open = definitions(publicTools())
const tool = (name: string) => signedIn.find(each => each.name === name)!
const argumentsOf = (name: string) => Object.keys(tool(name).inputSchema.properties ?? {})

test('[S10] the endpoint for credentials has these tools, in this order', () => {
  assert.deepEqual(
    signedIn.map(({ name }) => name),
    [
      ...['publish', 'create_upload', 'update_artifact', 'update_sharing'],
      ...['get_artifact', 'delete_artifact', 'read_artifact', 'edit_artifact', 'list_artifacts', 'search'],
      ...['list_versions', 'restore_version', 'diff_versions', 'claim_preview', 'get_account'],
      ...[
        'update_policy',
        'list_members',
        'invite_member',
        'list_comments',
        'add_comment',
        'set_thread_status',
      ],
    ],
  )
})

test('the endpoint without sign-in has these tools', () => {
  assert.deepEqual(
    open.map(({ name }) => name),
    ['publish', 'create_upload', 'get_artifact', 'read_artifact'],
  )
})

test('every operation with a mapping has its tool', () => {
  const mapped = allOperations.flatMap(({ mcp }) => (isGap(mcp) ? [] : [mcp.tool]))
  assert.deepEqual(
    mapped.filter(name => !tool(name)),
    [],
  )
})

test('every tool is in one group', () => {
  assert.deepEqual(Object.values(toolGroups).flat().sort(), signedIn.map(({ name }) => name).sort())
})

test('arguments are named in snake_case, and artifacts by short_id', () => {
  assert.deepEqual(argumentsOf('publish').sort(), [
    ...['base_version', 'content', 'emails', 'format', 'idempotency_key', 'merge', 'message', 'name'],
    ...['note', 'notify', 'short_id', 'theme', 'upload_id', 'visibility'],
  ])
  assert.deepEqual(argumentsOf('edit_artifact'), ['short_id', 'base_version', 'edits', 'note'])
  assert.deepEqual(argumentsOf('restore_version'), ['short_id', 'base_version', 'version', 'note'])
  assert.deepEqual(argumentsOf('update_artifact'), ['short_id', 'name', 'theme', 'labels', 'expires_at'])
  assert.deepEqual(argumentsOf('update_sharing'), [
    ...['short_id', 'visibility', 'add_emails', 'remove_emails', 'comments', 'notify', 'message'],
  ])
  assert.deepEqual(argumentsOf('add_comment'), ['short_id', 'body', 'quote', 'thread_id'])
  assert.deepEqual(argumentsOf('set_thread_status'), ['thread_ids', 'status', 'reply'])
  assert.deepEqual(argumentsOf('read_artifact'), ['short_id', 'version', 'format', 'find', 'offset', 'limit'])
  assert.deepEqual(argumentsOf('diff_versions'), ['short_id', 'from_version', 'to_version', 'offset'])
  assert.deepEqual(argumentsOf('search'), ['query', 'in', 'owner', 'limit', 'cursor'])
  assert.deepEqual(argumentsOf('claim_preview'), ['claim_url', 'visibility'])
})

test('a tool that makes a version from another needs base_version', () => {
  for (const name of ['edit_artifact', 'restore_version'])
    assert.ok(tool(name).inputSchema.required?.includes('base_version'), name)
})

test('every tool says title, description and all four hints', () => {
  for (const { name, title, description, annotations } of [...signedIn, ...open]) {
    assert.match(name, /^[a-z]+(_[a-z]+)*$/)
    assert.ok(title && description && description.length <= 400, name)
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {}
    for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
      assert.equal(typeof hint, 'boolean', name)
    if (readOnlyHint) assert.deepEqual([destructiveHint, idempotentHint], [false, true], name)
  }
})

test('only deleting and changing the audience or the policy count as destructive', () => {
  assert.deepEqual(
    signedIn.filter(each => each.annotations?.destructiveHint).map(({ name }) => name),
    ['update_sharing', 'delete_artifact', 'update_policy'],
  )
})

test('what text comes back from, or what others can see, is open to the world', () => {
  const closed = [...signedIn, ...open].filter(each => !each.annotations?.openWorldHint)
  assert.deepEqual([...new Set(closed.map(({ name }) => name))], ['create_upload'])
})

test('what shows, mails or removes something says that the person has to ask for it', () => {
  for (const name of ['update_sharing', 'delete_artifact', 'update_policy', 'invite_member'])
    assert.match(tool(name).description ?? '', /only when the person asked for it\.$/, name)
  const { visibility } = tool('publish').inputSchema.properties as Record<string, Schema>
  assert.match(visibility?.description ?? '', /public only when the person asked for it$/)
})

interface Schema {
  type?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  additionalProperties?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  description?: string
}

/** Every schema in a schema, each with the path to it. */
function* parts(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema]
  for (const [name, part] of Object.entries(schema.properties ?? {})) yield* parts(part, `${path}.${name}`)
  if (schema.items) yield* parts(schema.items, `${path}[]`)
  for (const part of schema.anyOf ?? []) yield* parts(part, path)
}

const inputs = [...signedIn, ...open].flatMap(each => [...parts(each.inputSchema as Schema, each.name)])
const outputs = [...signedIn, ...open].flatMap(each => [...parts(each.outputSchema as Schema, each.name)])

test('every argument is described, in few words', () => {
  for (const [path, { properties }] of inputs)
    for (const [name, { description = '' }] of Object.entries(properties ?? {})) {
      assert.match(description, /^[A-Za-z].{4,120}[^.]$/, `${path}.${name}`)
      assert.doesNotMatch(description, /\b(header|multipart|JSON body|query parameter)\b/i)
    }
})

test('arguments are closed objects, their integers are bounded, and nothing is in camelCase', () => {
  for (const [path, schema] of inputs) {
    if (schema.properties) assert.equal(schema.additionalProperties, false, path)
    if (schema.type === 'integer') {
      assert.ok(schema.minimum! >= 0, path)
      assert.ok(schema.maximum! <= 1_000_000_000_000, path)
    }
    const words = [...(schema.enum ?? []), ...Object.keys(schema.properties ?? {}), schema.description ?? '']
    assert.doesNotMatch(words.join(' '), /\b[a-z]+[A-Z]/, path)
  }
})

test('every result is an object that may be an error instead, and nothing in it is in camelCase', () => {
  for (const { name, outputSchema } of [...signedIn, ...open]) {
    const { type, properties, anyOf } = outputSchema as Schema
    assert.equal(type, 'object', name)
    assert.ok(properties?.error, name)
    assert.deepEqual(anyOf?.at(-1), { required: ['error'] }, name)
  }
  for (const [path, schema] of outputs)
    for (const name of Object.keys(schema.properties ?? {})) assert.doesNotMatch(name, /[A-Z]/, path)
})

test('all definitions together stay small enough to be read on every turn', () => {
  const whole = countTokens(JSON.stringify(signedIn))
  const read = countTokens(JSON.stringify(signedIn.map(({ outputSchema: _, ...rest }) => rest)))
  assert.ok(read < 4500, `${read} tokens without the schemas of results`)
  assert.ok(whole < 9000, `${whole} tokens`)
})

test('the instructions have less than 1,500 characters', () => {
  const url = 'https://recto.a-company-with-a-long-name.example'
  for (const text of [
    signedInInstructions(url, toolSet(signedInTools())),
    publicInstructions(url, toolSet(publicTools())),
  ])
    assert.ok(text.length < 1500, `${text.length} characters`)
})
