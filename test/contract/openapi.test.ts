// The OpenAPI description: no warning of a linter, and what the contract says of parameters, bodies and headers.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { allOperations } from '../../src/operations/index.ts'
import { fieldsOf, restOf } from '../../src/surfaces/http/fields.ts'
import { openStage, type Stage } from './stage.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
}

interface Route {
  operationId: string
  parameters?: { $ref?: string; name?: string; in?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { headers?: object }>
}

interface Description {
  openapi: string
  paths: Record<string, Record<string, Route>>
}

let stage: Stage
let description: Description

before(async () => {
  stage = await openStage()
  description = (await stage.send('GET', '/v1/openapi.json', { as: 'nobody' })).json
})

const routes = (): [name: string, route: Route][] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]): [string, Route] => [
      `${method.toUpperCase()} ${path}`,
      route,
    ]),
  )

const routeOf = (name: string): Route => routes().find(([each]) => each === name)![1]

test('no recommended rule of the linter has anything to say', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify({ ...description, servers: [{ url: 'https://recto.test' }] })
  const found = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  )
  assert.equal(description.openapi, '3.1.0')
})

/** Parameters and headers of the contract, section 3 and 5, by route: names in the query, keys of headers. */
const taken: Record<string, string[]> = {
  'PUT /v1/artifacts/{id}': [
    'skipUnchanged',
    'merge',
    'keepOthers',
    'ifMatch',
    'ifNoneMatchOnWrite',
    'actorType',
    'actorName',
  ],
  'GET /v1/artifacts/{id}/metadata': ['version', 'ifNoneMatch'],
  'GET /v1/artifacts/{id}': ['version', 'ifNoneMatch'],
  'PATCH /v1/artifacts/{id}': ['dryRun', 'actorType', 'actorName'],
  'GET /v1/artifacts/{id}/content': ['version', 'ifMatchOnRead', 'ifNoneMatch', 'range', 'ifRange'],
  'HEAD /v1/artifacts/{id}/content': ['version', 'ifMatchOnRead', 'ifNoneMatch', 'range', 'ifRange'],
  'GET /v1/artifacts/{id}/drawing': ['ifNoneMatch'],
  'GET /v1/artifacts/{id}/text': ['version', 'as', 'find', 'offset', 'limit'],
  'POST /v1/artifacts/{id}/edits': [
    'ifMatch',
    'ifNoneMatchOnWrite',
    'idempotencyKey',
    'actorType',
    'actorName',
  ],
  'GET /v1/search': ['q', 'in', 'owner', 'limit', 'cursor'],
  'GET /v1/artifacts': [
    'owner',
    'shared',
    'count',
    'visibility',
    'format',
    'label',
    'trashed',
    'sort',
    'order',
    'limit',
    'cursor',
  ],
  'GET /v1/artifacts/{id}/diff': ['from', 'to'],
  'GET /v1/artifacts/{id}/access': ['email'],
  'GET /v1/events': ['after', 'wait', 'artifact', 'limit'],
  'GET /v1/events/stream': ['after', 'artifact', 'lastEventId'],
  'POST /v1/keys': ['actorType', 'actorName'],
}

test('parameters and headers that a route takes are those of the contract', () => {
  for (const [name, wanted] of Object.entries(taken)) {
    const given = (routeOf(name).parameters ?? []).filter(each => each.in !== 'path')
    assert.deepEqual(
      given.map(each => each.name ?? each.$ref?.split('/').at(-1)).sort(),
      [...wanted].sort(),
      name,
    )
  }
})

test('every operation with a route is described with all its fields', () => {
  for (const operation of allOperations) {
    const rest = restOf(operation)
    if (!rest) continue
    const { path, query, body } = fieldsOf(operation, rest)
    const { parameters = [], requestBody } = routeOf(`${rest.method} ${rest.path}`)
    const named = (where: string) => parameters.filter(each => each.in === where).map(each => each.name)
    assert.deepEqual([named('path'), named('query')], [path, query], operation.name)
    const [schema] = Object.values(requestBody?.content ?? {})
    const fields = Object.keys(schema?.schema.properties ?? {}).filter(name => name !== 'file')
    assert.deepEqual(fields, body, operation.name)
  }
})

test('a body takes no field that is not described, at any depth', () => {
  for (const [name, { requestBody }] of routes())
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      for (const [where, each] of objectsIn(schema, name))
        assert.ok(each.additionalProperties !== undefined, where)
})

/** The objects with named members in a schema, each with where it stands. */
function objectsIn(schema: Schema, where: string): [string, Schema][] {
  const within = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.anyOf ?? []).map((each, n): [string, Schema] => [`${n}`, each]),
    ...(schema.items ? [['items', schema.items] as [string, Schema]] : []),
  ].flatMap(([name, each]) => objectsIn(each, `${where}.${name}`))
  return schema.properties ? [[where, schema], ...within] : within
}

test('what a route makes names its place, and what has a version its label', () => {
  const headers = (name: string, status: number) =>
    Object.keys(routeOf(name).responses[status]!.headers ?? {})
  assert.deepEqual(headers('POST /v1/artifacts', 201), [
    'X-Request-Id',
    'ETag',
    'Location',
    'Idempotent-Replay',
  ])
  assert.deepEqual(headers('PUT /v1/artifacts/{id}', 200), ['X-Request-Id', 'ETag'])
  assert.deepEqual(headers('GET /v1/artifacts/{id}/metadata', 304), ['X-Request-Id', 'ETag'])
  for (const [name, { responses }] of routes()) {
    assert.ok('Retry-After' in responses[429]!.headers!, name)
    for (const answer of Object.values(responses)) assert.ok('X-Request-Id' in answer.headers!, name)
  }
})
