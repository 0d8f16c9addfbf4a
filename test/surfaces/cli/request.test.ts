// Requests and their reading are twins: whatever the command line sends, the server reads as it was meant.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { allOperations } from '../../../src/operations/index.ts'
import type { Operation, RestMapping } from '../../../src/operations/kernel/operation.ts'
import { Transport } from '../../../src/surfaces/client/transport.ts'
import { type Fields, fieldsOf, inputSchema, restOf } from '../../../src/surfaces/http/fields.ts'
import { decode } from '../../../src/surfaces/rest/decode.ts'
import { requestOf } from '../../../src/surfaces/rest/request.ts'
import { fc } from '../../support/properties.ts'
import { manifest } from './world.ts'

type Input = Record<string, unknown>
type Schema = ReturnType<typeof inputSchema>

const carried = allOperations.flatMap(operation => {
  const rest = restOf(operation)
  return rest ? [{ operation, rest, fields: fieldsOf(operation, rest) }] : []
})

const nobody = { kind: 'anonymous', credential: 'network test' } as const

/** Reads a request as the surface does and tells what it read. */
async function readBack(
  operation: Operation,
  rest: RestMapping,
  fields: Fields,
  env: HttpBindings,
  located: Located,
) {
  const wire = { request: env.incoming, response: env.outgoing, requestId: 'test', network: 'test' }
  const call = decode(operation, rest, fields, wire as never, located, nobody)
  call.body?.announce(1_048_576)
  const body = await call.body?.read(1_048_576, async file => {
    for await (const _ of file.bytes);
    return { filename: file.filename } as never
  })
  return { input: { ...body?.fields, ...call.input }, base: call.base ?? null, file: body?.file ?? null }
}

type Located = Parameters<typeof decode>[4]

const app = new Hono<{ Bindings: HttpBindings }>()
for (const { operation, rest, fields } of carried) {
  app.on(rest.method, rest.path.replace(/\{(\w+)\}/g, ':$1'), async c => {
    const located = { path: c.req.param() as Record<string, string>, query: new URL(c.req.url).searchParams }
    return c.json(await readBack(operation, rest, fields, c.env, located))
  })
}

const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env as HttpBindings) })
let transport: Transport
before(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  transport = new Transport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, null)
})
after(() => server.close())

const text = fc.string({ unit: 'grapheme', maxLength: 40 })

/** A value of the schema's type; what the operation makes of it is not the wire's concern. */
function arbitrary(schema: Schema, asText: boolean): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(each => arbitrary(each, asText)))
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer') return fc.integer({ min: -(10 ** 14), max: 10 ** 14 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array')
    return fc.array(arbitrary(schema.items as Schema, asText), { minLength: asText ? 1 : 0, maxLength: 5 })
  if (schema.type === 'object')
    return fc.record(
      fieldsIn(schema, () => asText),
      { noNullPrototype: true },
    )
  return text
}

const fieldsIn = (schema: Schema, asText: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, each]) => [name, arbitrary(each, asText(name))]),
  )

/** Any part of the input, with every field of the path. */
function inputOf({ operation, rest, fields }: (typeof carried)[number]): fc.Arbitrary<Input> {
  const values = fieldsIn(inputSchema(operation), name => rest.body !== 'json' || !fields.body.includes(name))
  const inPath = Object.fromEntries(
    fields.path.map(name => [name, values[name]!.filter(value => !/^\.{0,2}$/.test(String(value)))]),
  )
  return fc.record({ ...values, ...inPath }, { requiredKeys: fields.path as string[] }) as fc.Arbitrary<Input>
}

const source = () => ({
  filename: 'page.html',
  mediaType: 'text/html',
  length: 4,
  async *open() {
    yield Buffer.from('<p>1')
  },
  close: () => undefined,
})

for (const each of carried) {
  const { operation, rest } = each
  test(`${operation.name}: what is sent is what is read`, async () => {
    const route = manifest.routes[operation.name]!
    await fc.assert(
      fc.asyncProperty(inputOf(each), fc.integer({ min: 1, max: 10 ** 9 }), async (input, base) => {
        const call = { route, input, ...(operation.based && { base }) }
        const sent = rest.body === 'multipart' ? { ...call, source: source() } : call
        const read = JSON.parse((await transport.call(sent)).body.toString()) as Input
        assert.deepEqual(read.input, { ...input })
        assert.deepEqual(read.base, operation.based ? { versions: [base] } : null)
        if (rest.body === 'multipart') assert.deepEqual(read.file, { filename: 'page.html' })
      }),
      { numRuns: 25 },
    )
  })
}

test('a field of the path that no address can carry is refused', () => {
  for (const id of ['', '.', '..', undefined])
    assert.throws(() => requestOf(manifest.routes.get!, { id }), RangeError)
  assert.equal(
    requestOf(manifest.routes.get!, { id: 'http://x/y?z' }).path,
    '/v1/artifacts/http%3A%2F%2Fx%2Fy%3Fz/metadata',
  )
})
