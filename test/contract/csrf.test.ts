// Every unsafe route against every place a browser's request may come from, with a cookie: refused before anything else.
import assert from 'node:assert/strict'
import { openapi } from '../../src/surfaces/rest/openapi.ts'
import { send } from '../support/http.ts'
import { onBothStores, unknownId } from '../support/world.ts'
import { requests } from './matrix-requests.ts'
import { openScene, type Scene } from './matrix-scene.ts'
import { origins } from './origins.ts'
import { pageRoutes } from './page-routes.ts'

/** Routes whose credential is not a cookie: the address itself, or a token of its own. */
const withoutCookie = new Set([
  'PUT /v1/uploads/{uploadId}',
  'PUT /v1/public/artifacts/{id}',
  'DELETE /v1/public/artifacts/{id}',
])

/** Requests that a program may send with neither header (contract section 6, CSRF), and a mail program with its token (RFC 8058). */
const forPrograms = new Set(['POST /auth/code', 'POST /auth/code/verify', 'POST /stop/:token'])

const unsafe = Object.entries(openapi('http://localhost').paths as Record<string, object>)
  .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`))
  .filter(route => !/^(?:GET|HEAD) /.test(route) && !withoutCookie.has(route))

const forms = pageRoutes().filter(route => route.startsWith('POST '))

const isBare = (from: Record<string, string>): boolean => !('origin' in from) && !('sec-fetch-site' in from)

const foreign = (url: string): Record<string, string>[] =>
  origins(url)
    .filter(([own]) => !own)
    .map(([, from]) => from)

async function refuses(
  scene: Scene,
  what: string,
  path: string,
  sent: Parameters<typeof send>[1] & { headers: Record<string, string> },
): Promise<void> {
  for (const from of foreign(scene.service.url)) {
    if (forPrograms.has(what) && isBare(from)) continue
    const answer = await send(scene.service.url + path, { ...sent, headers: { ...sent.headers, ...from } })
    assert.equal(answer.status, 403, `${what} ${JSON.stringify(from)} ${answer.text.slice(0, 200)}`)
    assert.match(answer.text, /cross_site_request/)
    assert.equal(answer.headers['set-cookie'], undefined)
  }
}

onBothStores(
  'every unsafe route refuses a cookie from another site, and what it is sent changes nothing',
  async service => {
    const scene = await openScene(service, 'company')
    const { cookie } = scene.company.owner.session
    const { id } = scene.company
    for (const route of unsafe) {
      const [method = '', template = ''] = route.split(' ')
      const { path = {}, query, headers, body } = await requests[route]!(scene)
      const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!)
      const count = () =>
        service.context.records.transaction(rows =>
          rows.journal.audits({ organizationId: id, limit: 10_000 }),
        )
      const before = await count()
      const sent = { method, body, headers: { ...(headers as Record<string, string>), cookie } }
      await refuses(scene, route, `${filled}${query ? `?${query}` : ''}`, sent)
      assert.equal((await count()).length, before.length, route)
      if (route === 'POST /v1/organization/restore')
        await scene.first('POST', '/v1/organization/restore', { organizationId: id })
    }
  },
)

onBothStores('every form refuses to be sent by another site, signed in or not', async service => {
  const scene = await openScene(service, 'public')
  const shortId = await scene.artifact()
  const values: Record<string, string> = { shortId, segment: shortId, token: 'x', code: 'x' }
  const fields = {
    email: 'ana@example.com',
    code: '000000',
    name: 'Ana',
    kind: 'user',
    reason: 'x',
    organizationId: unknownId(),
  }
  const body = new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  for (const route of forms) {
    const path = route
      .split(' ')[1]!
      .replace(/:(\w+)(?:\{(?:[^{}]|\{\d+\})*\})?/g, (_, name: string) => values[name] ?? unknownId())
    const { cookie } = scene.company.owner.session
    await refuses(scene, route, path, { method: 'POST', body, headers: { ...headers, cookie } })
    await refuses(scene, route, path, { method: 'POST', body, headers })
  }
})
