// A described route gives an answer that its description lists, whatever is sent with whichever headers and credential.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openapi } from '../../src/surfaces/rest/openapi.ts'
import { atLength } from '../support/at-length.ts'
import { violation } from '../support/document.ts'
import { multipart, send } from '../support/http.ts'
import { fc } from '../support/properties.ts'
import { openStage, type Stage } from './stage.ts'

/** Requests sent to each route; RECTO_FUZZ_RUNS asks for more. */
const runs = Number(process.env.RECTO_FUZZ_RUNS ?? atLength(15, 60))

const routes = Object.entries(openapi('http://localhost').paths as Record<string, object>).flatMap(
  ([path, methods]) => Object.keys(methods).map(method => ({ method, path })),
)

let stage: Stage
let ids: string[]

before(async () => {
  stage = await openStage({ RECTO_RATE_LIMITS: 'off' })
  const held = await stage.publish({ visibility: 'private' }, { version: 2 })
  const open = await stage.publish({ visibility: 'public' }, { version: 2 })
  ids = [held, open, `${held}@1`, `${open}@9`, `${stage.url}/${open}`]
})

const odd = [
  '',
  '0',
  '1',
  '2',
  '9',
  '-1',
  'x',
  'null',
  '1e9',
  '%00',
  '\u{1F98A}',
  'zzzzzzzzzz',
  'true',
  'me',
  'public',
]
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
const oneOf = (...values: string[]) => maybe(fc.constantFrom(...values))

const headers = fc.record({
  'if-match': oneOf('"v1"', '"v2"', '"v9"', 'W/"v2"', '*', 'v2', '"v2"x', ''),
  'if-none-match': oneOf('"v2"', 'W/"v2"', '*', 'x'),
  range: oneOf('bytes=0-1', 'bytes=900-', 'bytes=-0', 'bytes=x'),
  'if-range': oneOf('"v2"', '"v1"', 'x'),
  'idempotency-key': oneOf('short', '"quoted"', 'a b', '', 'k'.repeat(30)),
  'x-actor-type': oneOf('agent', 'user', 'x'),
  accept: oneOf('text/csv', 'text/x-diff', 'application/json', 'x'),
  'content-type': oneOf(
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=b',
  ),
  'content-encoding': oneOf('gzip'),
  'last-event-id': oneOf('x', '0'),
})

const form = multipart([
  { name: 'file', filename: 'a.md', value: '# A' },
  { name: 'name', value: 'A' },
])
const bodies = [
  '',
  '{',
  '{}',
  'null',
  '[]',
  '{"body":"x","name":"x"}',
  '{"edits":[{"oldText":"t","newText":"u"}]}',
  '# A',
  form.body,
]

const request = fc.record({
  id: fc.nat(),
  query: fc.dictionary(
    fc.constantFrom(
      'version',
      'limit',
      'format',
      'sort',
      'owner',
      'artifact',
      'after',
      'from',
      'to',
      'as',
      't',
    ),
    fc.constantFrom(...odd),
    { maxKeys: 3 },
  ),
  stranger: maybe(fc.constantFrom(...odd)),
  headers,
  body: fc.constantFrom(...bodies),
  asForm: fc.boolean(),
  caller: fc.constantFrom('nobody', 'key', 'session', 'wrong'),
})

type Request = typeof request extends fc.Arbitrary<infer R> ? R : never

function credential({ caller }: Request): Record<string, string> {
  const { key, session } = stage.company.owner
  if (caller === 'key') return { authorization: `Bearer ${key}` }
  if (caller === 'session') return { cookie: session.cookie, origin: stage.url }
  return caller === 'wrong' ? { authorization: 'Bearer x' } : {}
}

function pathOf(template: string, given: Request): string {
  const name = given.stranger ?? ids[given.id % ids.length]!
  const filled = template.replace(/\{\w+\}/g, () => encodeURIComponent(name === '' ? ids[0]! : name))
  const query = new URLSearchParams(given.query).toString()
  return query === '' ? filled : `${filled}?${query}`
}

const present = (given: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined))

/** Sends one request and asserts that the description knows its answer. */
async function isListed(method: string, template: string, given: Request): Promise<void> {
  const withBody = !['get', 'head', 'delete'].includes(method)
  const answer = await send(stage.url + pathOf(template, given), {
    method: method.toUpperCase(),
    headers: {
      ...present(given.headers),
      ...(given.asForm && withBody && form.headers),
      ...credential(given),
    },
    body: withBody ? given.body : undefined,
    leaves: template.endsWith('/stream'),
  })
  assert.equal(violation(method.toUpperCase(), template, answer), null)
}

/** Routes that would take away the ground the others stand on. */
const ending = /sessions|\/v1\/me$|second-factor|\/v1\/organization$/

for (const { method, path } of routes.filter(({ method, path }) => method === 'get' || !ending.test(path)))
  test(`${method.toUpperCase()} ${path} answers nothing but what its description lists`, async () => {
    await fc.assert(
      fc.asyncProperty(request, given => isListed(method, path, given)),
      { numRuns: runs },
    )
  })
