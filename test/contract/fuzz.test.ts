// Every field of every operation takes whatever is thrown at it: an answer, or a problem of the catalogue, and never a failure.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problems } from '../../src/domain/problem.ts'
import { allOperations } from '../../src/operations/index.ts'
import { needsSession } from '../../src/operations/kernel/authorize.ts'
import type { Operation } from '../../src/operations/kernel/operation.ts'
import { fieldsOf, inputSchema, restOf } from '../../src/surfaces/http/fields.ts'
import { atLength } from '../support/at-length.ts'
import { serviceOn } from '../support/common-service.ts'
import type { Company } from '../support/people.ts'
import { fc } from '../support/properties.ts'
import type { Running, Store } from '../support/service.ts'
import { isSkip } from '../support/skip.ts'
import { cliSurface } from '../support/world-cli.ts'
import { coreSurface } from '../support/world-core.ts'
import { mcpSurface } from '../support/world-mcp.ts'
import { restSurface } from '../support/world-rest.ts'
import { type Act, isText, type SurfaceDriver } from '../support/world-surface.ts'

/** Values tried for each field, of which 3 are the next of those written down; RECTO_FUZZ_RUNS asks for more. */
const runs = Number(process.env.RECTO_FUZZ_RUNS ?? atLength(5, 60))

const texts = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\ufeff',
    '\u202e',
    '../../etc/passwd',
    '.',
    '..',
    '%00',
    '%',
  ],
  ...[
    "'; drop table artifact; --",
    '_',
    '\\',
    '"',
    '`',
    '{}',
    '[]',
    'null',
    'true',
    'NaN',
    '-1',
    '0',
    '1e309',
    '0x10',
  ],
  ...[
    '999999999999999999999',
    '__proto__',
    'constructor',
    'toString',
    'a@b',
    'a@b@c',
    '@',
    ',',
    'a@b.c,',
    'me',
    '🦊',
  ],
  ...[
    'x'.repeat(300),
    '🦊'.repeat(300),
    'x'.repeat(9000),
    'a@example.org,'.repeat(600),
    'é'.normalize('NFD'),
    '＠',
  ],
  ...['0000-00-00T00:00:00Z', '+275760-09-13T00:00:00.001Z', '9999-12-31T23:59:59Z', '2024-02-30T00:00:00Z'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'zzzzzzzzzz',
    'http://[::1',
    'https://',
    '--help',
    '-o',
    'public',
    'html',
  ],
]

const others: unknown[] = [
  ...[0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324, true, false, null],
  ...[
    [],
    {},
    [null],
    [[]],
    [''],
    [{}],
    ['a\u0000@example.org'],
    Array(600).fill('a@example.org'),
    { toString: 1 },
  ],
  ...[
    { oldText: 'x' },
    [{ oldText: '\u0000', newText: '\ud800' }],
    [{ oldText: 'text', newText: 'x', more: 1 }],
  ],
]

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 200 }))
const value = fc.oneof({ weight: 3, arbitrary: text }, fc.constantFrom<unknown>(...others), fc.jsonValue())

/** Values that make the rest of a call valid. */
const samples: Record<string, unknown> = {
  ...{
    n: 1,
    q: 'x',
    sizeBytes: 10,
    code: 'x',
    email: 'a@example.org',
    body: 'words',
    role: 'member',
    name: 'Name',
    kind: 'user',
  },
  ...{
    edits: [{ oldText: 'text', newText: 'other' }],
    reason: 'because',
    confirm: 'no',
    organizationId: 'x',
  },
}

interface Ground {
  driver: SurfaceDriver
  company: Company
  id: string
  commentId: string
}

/** The act with one field of the value given; every version there may be is named as the base. */
function actOf(operation: Operation, input: Record<string, unknown>, company: Company): Act {
  return {
    operation,
    input,
    as: needsSession(operation.access) ? company.owner.session : { key: company.owner.key },
    base: operation.based ? bases : undefined,
    file: operation.content ? { name: 'a.md', bytes: 'text' } : undefined,
    idempotencyKey: undefined,
    claim: { actorType: null, actorName: null },
  }
}

const bases = Array.from({ length: 200 }, (_, n) => n + 1)

function validInput(operation: Operation, { id, commentId }: Ground): Record<string, unknown> {
  const known: Record<string, unknown> = { ...samples, id, commentId }
  const { required = [] } = inputSchema(operation)
  return Object.fromEntries(required.map(name => [name, known[name] ?? 'x']))
}

/** Performs the act and asserts that what came of it is expected. */
async function survives({ driver }: Ground, act: Act): Promise<void> {
  if (!driver.takes(act)) return
  const outcome = await driver.act(act)
  if ('value' in outcome) return
  const { code, status = 400 } = outcome.problem
  assert.ok(code in problems && code !== 'internal_error' && status < 500, `answered ${status} ${code}`)
}

/** The values written down that a field is given: two texts and another, each field the next ones, so that together they are given all. */
const valuesAt = (turn: number): [unknown][] => [
  [texts[(2 * turn) % texts.length]],
  [texts[(2 * turn + 1) % texts.length]],
  [others[turn % others.length]],
]

/** @param turn differs from field to field, and with it what is drawn by chance */
async function fuzz(operation: Operation, field: string, ground: Ground, turn: number): Promise<void> {
  const property = fc.asyncProperty(value, async given => {
    const input = { ...validInput(operation, ground), [field]: given }
    await survives(ground, actOf(operation, input, ground.company))
  })
  const { seed } = fc.readConfigureGlobal()
  await fc.assert(property, { numRuns: runs, seed: seed! + turn, examples: valuesAt(turn) })
}

/** A company and an artifact for one operation that writes, so that what it does is not felt by the next; those that read share one. */
async function groundFor(service: Running, driver: SurfaceDriver): Promise<Ground> {
  const company = await service.organization()
  const core = async (name: string, input: Record<string, unknown>) => {
    const operation = allOperations.find(each => each.name === name)!
    const made = await coreSurface(service.context, 'fuzz').act(actOf(operation, input, company))
    assert.ok('value' in made)
    return made.value
  }
  const { shortId: id } = await core('publish', { visibility: 'company' })
  const { id: commentId } = await core('addComment', { id, body: 'words', quote: 'text' })
  return { driver, company, id, commentId }
}

type Place = [name: string, store: Store, driver: (service: Running) => SurfaceDriver]

const places: readonly Place[] = [
  ['SQLite, core', 'sqlite', ({ context }) => coreSurface(context, 'fuzz')],
  ['Postgres, core', 'postgres', ({ context }) => coreSurface(context, 'fuzz')],
  ['SQLite, REST', 'sqlite', ({ url }) => fuzzed(restSurface(url))],
  ['SQLite, MCP', 'sqlite', ({ url, context }) => oneBase(mcpSurface(url, coreSurface(context, 'fuzz')))],
  ['SQLite, CLI', 'sqlite', ({ url }) => oneBase(cliSurface(url))],
]

/** Outside JSON there is only text; and a path cannot carry nothing or a dot segment, which name another address. */
const fuzzed = (driver: SurfaceDriver): SurfaceDriver => ({
  ...driver,
  takes(act) {
    const rest = restOf(act.operation)
    if (!rest || !driver.takes(act)) return false
    const { path, query, body } = fieldsOf(act.operation, rest)
    const texts = [...query, ...(rest.body === 'multipart' ? body : [])]
    return (
      path.every(name => isSegment(act.input[name])) &&
      texts.every(name => act.input[name] === undefined || isText(act.input[name]))
    )
  },
})

const isSegment = (given: unknown): boolean =>
  isText(given) && String(given).isWellFormed() && !/^\.{0,2}$/.test(String(given))

/** Returns the driver with the first version as the base, if one is named: a refusal is as good as an answer. */
const oneBase = (driver: SurfaceDriver): SurfaceDriver => ({
  ...driver,
  takes: act => driver.takes({ ...act, base: act.base && [1] }),
  act: act => driver.act({ ...act, base: act.base && [1] }),
})

for (const [place, [name, store, driverOf]] of places.entries()) {
  test(`whatever a field holds, there is an answer or a problem (${name})`, async t => {
    const service = await serviceOn(store)
    if (isSkip(service)) return t.skip(service.skip)
    // Every surface begins elsewhere in the values, so that a field is given others there.
    let turn = place * 11
    const driver = driverOf(service)
    const unchanged = await groundFor(service, driver)
    for (const operation of allOperations) {
      const fields = Object.keys(operation.input.shape)
      if (fields.length === 0) continue
      const ground = operation.effect === 'read' ? unchanged : await groundFor(service, driver)
      for (const field of fields)
        await fuzz(operation, field, ground, turn++).catch(cause => {
          throw new Error(`${operation.name}, field ${field}`, { cause })
        })
    }
  })
}
