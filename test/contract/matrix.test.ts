// Every route against every caller, by one table; matrix-stores.ts says on which stores.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { openapi } from '../../src/surfaces/rest/openapi.ts'
import { violation } from '../support/document.ts'
import { open as openRequest, type Received, type Sent, send } from '../support/http.ts'
import type { Credential } from '../support/people.ts'
import type { Running } from '../support/service.ts'
import { onStores } from '../support/world.ts'
import { proof } from '../support/world-rest.ts'
import { rows } from './matrix.ts'
import { env, requests } from './matrix-requests.ts'
import { type Caller, callers, openScene, type Scene, type Subject } from './matrix-scene.ts'
import { storesOf } from './matrix-stores.ts'

/** Routes of the document but those that say how the service is, and HEAD, which is GET without the bytes. */
const documented = Object.entries(openapi('http://localhost').paths as Record<string, Methods>).flatMap(
  ([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { tags }]) => method !== 'head' && !tags.includes('service'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
)

type Methods = Record<string, { tags: string[] }>

test('every route of the document stands in the table, and nothing else', () => {
  assert.deepEqual([...new Set(rows.flatMap(row => row.routes))].sort(), documented.sort())
  assert.deepEqual(Object.keys(requests).sort(), documented.sort())
})

/** The expected answers of the table for each route, and for the artifact it is about. */
const cases = rows.flatMap(({ routes, cells, alone = false }) =>
  routes.flatMap(route =>
    Object.entries(cells).map(([of, line]) => ({ route, of, alone, expected: line.split(/[ |]+/) })),
  ),
)

/** How a table says what came of a request: `ok`, or why not. */
const words: Readonly<Record<string, string>> = {
  unauthorized: '401',
  forbidden: '403',
  not_found: '404',
  insufficient_scope: 'scope',
  invalid_input: '422',
  session_required: 'sess',
}

const wordOf = ({ status, json }: Received): string =>
  status < 400 ? 'ok' : (words[json?.code] ?? `${json?.code}`)

/** The headers that every answer of the API has, whoever asks. */
function isOfApi({ headers }: Received): void {
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox")
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['access-control-allow-origin'], undefined)
  assert.match(String(headers['x-request-id']), /^\S+$/)
  assert.equal(headers.server ?? headers['x-powered-by'], undefined)
}

/** A guest who accepts comes to act in an organization, under a new token. */
const renewing = new Set(['POST /v1/invitations/accept'])

/** The beginning of a stream, which would not end by itself; a refusal is read whole. */
async function beginning(url: string, { method = 'GET', headers = {} }: Sent): Promise<Received> {
  const sent = openRequest(url, method, headers)
  sent.end()
  const [message] = (await once(sent, 'response')) as [IncomingMessage]
  if (message.statusCode! >= 400) {
    message.resume()
    return send(url, { method, headers })
  }
  sent.on('error', () => undefined).destroy()
  const { statusCode: status, headers: told } = message
  return { status: status!, headers: told, body: Buffer.alloc(0), text: '', json: undefined }
}

/** Sends the request of a route. */
async function shoot(service: Running, scene: Scene, route: string, as: Credential): Promise<Received> {
  const [method = '', template = ''] = route.split(' ')
  const { path = {}, query, headers, body, leaves } = await requests[route]!(scene)
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!))
  const ask = route.endsWith('/stream') ? beginning : send
  const answer = await ask(`${service.url}${filled}${query ? `?${query}` : ''}`, {
    method,
    headers: { ...headers, ...proof(service.url, as) },
    body,
    ...(leaves && { leaves }),
  })
  assert.equal(violation(method, template, answer), null)
  if (!/\/(content|drawing)$/.test(template) && answer.status !== 204) isOfApi(answer)
  if (!renewing.has(route)) assert.equal(answer.headers['set-cookie'], undefined)
  return answer
}

const show = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(callers.map((caller, index) => [caller, words[index]!]))

for (const { route, of, alone, expected } of cases) {
  const title = of === 'any' ? route : `${route} (${of})`
  onStores(
    storesOf(route),
    `${title} answers every caller as the table says`,
    async service => {
      const scene = () => openScene(service, of === 'any' ? 'company' : (of as Subject))
      const shared = await scene()
      const cell = async (caller: Caller, index: number) => {
        const changes = alone || (expected[index] === 'ok' && !route.startsWith('GET '))
        const ground = changes ? await scene() : shared
        return wordOf(await shoot(service, ground, route, await ground.as(caller)))
      }
      assert.deepEqual(show(await Promise.all(callers.map(cell))), show(expected))
    },
    env,
  )
}

onStores(
  storesOf('every route'),
  'a wrong key is 401 on every route, also where nobody would do',
  async service => {
    const scene = await openScene(service, 'public')
    for (const route of documented.filter(name => name !== 'PUT /v1/uploads/{uploadId}')) {
      const answer = await shoot(service, scene, route, { key: `recto_u_${'x'.repeat(36)}` })
      assert.deepEqual([answer.status, answer.json.code], [401, 'unauthorized'], route)
    }
  },
  env,
)
